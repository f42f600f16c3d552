import { useState } from "../lib";
import type { Slot } from "./slot";

// ListRows are texts, one a row.
export function ListRows({ slot }: { slot: Slot }) {
  const { put, pointer } = slot;
  const items = (slot.value?.items ?? []).map((i) => String(i.value ?? ""));
  const [next, setNext] = useState("");
  const write = (list: string[], join?: boolean) => put(pointer, list.length === 0 && !slot.field.required ? undefined : JSON.stringify(list), join);
  const add = () => next.trim() !== "" && (write([...items, next.trim()]), setNext(""));
  const box = slot.field.enum.length > 0 ? "values-of-" + slot.field.name : undefined;
  return (
    <ul className="rows list">
      {box && <datalist id={box}>{slot.field.enum.map((e) => <option key={e} value={e} />)}</datalist>}
      {items.map((item, i) => (
        <li key={i}>
          <input value={item} list={box} aria-label={"value " + (i + 1)} spellCheck={false} autoComplete="off" onChange={(e) => write(items.map((x, k) => (k === i ? e.target.value : x)), true)} />
          <button className="link" aria-label={"take " + item + " away"} onClick={() => write(items.filter((_, k) => k !== i))}>✕</button>
        </li>
      ))}
      <li>
        <input value={next} list={box} aria-label="a new value" placeholder="value" spellCheck={false} autoComplete="off" onChange={(e) => setNext(e.target.value)} onBlur={add} onKeyDown={(e) => e.key === "Enter" && (e.preventDefault(), add())} />
      </li>
    </ul>
  );
}
