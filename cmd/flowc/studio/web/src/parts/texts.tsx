import { useState } from "../lib";

type List = { name: string; of?: string; items: string[]; known: string[]; write: (list: string[], join?: boolean) => void };

// Texts are texts in a list, one a row, and an empty one for the next; known are those that a browser offers.
export function Texts({ name, of = "", items, known, write }: List) {
  const [next, setNext] = useState("");
  const add = () => next.trim() !== "" && (write([...items, next.trim()]), setNext(""));
  const box = known.length > 0 ? "values-of-" + name : undefined;
  const label = (what: string) => what + (of ? " of " + of : "");
  return (
    <ul className="rows list">
      {box && <datalist id={box}>{known.map((e) => <option key={e} value={e} />)}</datalist>}
      {items.map((item, i) => (
        <li key={i}>
          <input value={item} list={box} aria-label={label("value " + (i + 1))} spellCheck={false} autoComplete="off" onChange={(e) => write(items.map((x, k) => (k === i ? e.target.value : x)), true)} />
          <button className="link" aria-label={"take " + item + " away"} onClick={() => write(items.filter((_, k) => k !== i))}>✕</button>
        </li>
      ))}
      <li>
        <input value={next} list={box} aria-label={label("a new value")} placeholder="value" spellCheck={false} autoComplete="off" onChange={(e) => setNext(e.target.value)} onBlur={add} onKeyDown={(e) => e.key === "Enter" && (e.preventDefault(), add())} />
      </li>
    </ul>
  );
}
