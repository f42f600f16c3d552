import { useState } from "../lib";
import { get, type Json } from "../model/json";
import { Name } from "./name";
import type { Slot } from "./slot";
import { Typed } from "./typed";

const sites = ["Lax", "Strict", "None"];

// CookieRows are cookies by their names, with how long and where each is kept behind a button.
export function CookieRows({ slot }: { slot: Slot }) {
  const { put, pointer, raw = "" } = slot;
  const items = slot.value?.items ?? [];
  const texts = items.map((i) => raw.slice(i.start, i.end));
  const write = (list: string[]) => put(pointer, list.length === 0 && !slot.field.required ? undefined : "[" + list.join(", ") + "]");
  const fresh = (name: string) => '{"name": ' + JSON.stringify(name) + ', "value": "", "httpOnly": true, "secure": true, "sameSite": "Lax"}';
  return (
    <ul className="rows cookies">
      {[...items, null].map((item, i) => (
        <li key={i}>
          {item ? (
            <Cookie slot={slot} at={pointer + "/" + i} value={item} remove={() => write(texts.filter((_, k) => k !== i))} />
          ) : (
            <Name name="" label="name of a new cookie" done={(name) => name !== "" && write([...texts, fresh(name)])} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Cookie({ slot, at, value, remove }: { slot: Slot; at: string; value: Json; remove: () => void }) {
  const [open, setOpen] = useState(false);
  const text = (key: string) => String(get(value, key)?.value ?? "");
  const name = text("name");
  const set = (key: string, to: string | undefined, join?: boolean) => slot.put(at + "/" + key, to, join);
  const typed = (key: string) => (e: { target: { value: string } }) => set(key, e.target.value === "" ? undefined : JSON.stringify(e.target.value), true);
  const ticked = (key: string) => (e: { target: { checked: boolean } }) => set(key, e.target.checked ? "true" : undefined);
  return (
    <>
      <Name name={name} label={"name of the cookie " + name} done={(next) => (next === "" ? remove() : set("name", JSON.stringify(next)))} />
      <Typed slot={slot} pointer={at + "/value"} value={get(value, "value")} label={"value of " + name} />
      <span className="of-row">
        <button className="link" aria-expanded={open} aria-label={"more about " + name} onClick={() => setOpen(!open)}>⋯</button>
        <button className="link" aria-label={"take " + name + " away"} onClick={remove}>✕</button>
      </span>
      {open && (
        <>
          <label className="rest">Seconds that it is kept <input value={text("maxAge")} inputMode="numeric" aria-label={"age of " + name} placeholder="as long as the browser is open" autoComplete="off" onChange={(e) => set("maxAge", /^-?\d+$/.test(e.target.value) ? e.target.value : e.target.value === "" ? undefined : JSON.stringify(e.target.value), true)} /></label>
          <label className="rest">Path <input value={text("path")} aria-label={"path of " + name} placeholder="/" autoComplete="off" onChange={typed("path")} /></label>
          <label className="rest">Same site <select value={text("sameSite")} aria-label={"same site of " + name} onChange={typed("sameSite")}><option value="">not set</option>{sites.map((s) => <option key={s}>{s}</option>)}</select></label>
          <label className="check rest"><input type="checkbox" checked={get(value, "httpOnly")?.value === true} onChange={ticked("httpOnly")} /> no script reads it</label>
          <label className="check rest"><input type="checkbox" checked={get(value, "secure")?.value === true} onChange={ticked("secure")} /> over TLS only</label>
        </>
      )}
    </>
  );
}
