import { useState } from "../lib";
import { get, type Json } from "../model/json";
import { membersOf } from "./members";
import { Name } from "./name";
import type { Slot } from "./slot";
import { TypeBox } from "./typebox";

const places = ["path", "query", "header", "cookie", "body"];

// FieldRows declare the fields of a request: name, type, whether it is required, its rule, and more behind a button.
export function FieldRows({ slot }: { slot: Slot }) {
  const { members, at, add, remove, rename } = membersOf(slot, '{"type": "string"}');
  return (
    <ul className="rows fields">
      {[...members, null].map((m, i) => (
        <li key={i}>
          <Name
            name={m?.key ?? ""} label={m ? "name of field " + (i + 1) : "name of a new field"} next="select, .cm-content"
            done={(name) => (m ? (name === "" ? remove(m.key) : rename(m.key, name)) : add(name))}
          />
          {m && <Declared slot={slot} name={m.key} pointer={at(m.key)} value={m.value} remove={() => remove(m.key)} />}
        </li>
      ))}
    </ul>
  );
}

type OfField = { slot: Slot; name: string; pointer: string; value: Json; remove: () => void };

function Declared({ slot, name, pointer, value, remove }: OfField) {
  const [open, setOpen] = useState(false);
  const whole = value.kind === "object" && get(value, "type") !== undefined; // else it is a type alone
  const raw = (slot.raw ?? "").slice(value.start, value.end);
  const set = (key: string, to: string | undefined, join?: boolean) => {
    if (whole) return slot.put(pointer + "/" + key, to, join);
    if (to !== undefined) slot.put(pointer, '{"type": ' + raw + ", " + JSON.stringify(key) + ": " + to + "}", join);
  };
  const text = (key: string) => (whole && get(value, key)?.kind === "string" ? String(get(value, key)!.value) : "");
  const on = (key: string) => whole && get(value, key)?.value === true;
  const typed = (key: string) => (e: { target: { value: string } }) => set(key, e.target.value === "" ? undefined : JSON.stringify(e.target.value), true);
  const ticked = (key: string) => (e: { target: { checked: boolean } }) => set(key, e.target.checked ? "true" : undefined);
  return (
    <>
      <TypeBox slot={slot} pointer={whole ? pointer + "/type" : pointer} value={whole ? get(value, "type") : value} label={"type of " + name} files set={(type) => slot.put(whole ? pointer + "/type" : pointer, type)} />
      <label className="check"><input type="checkbox" aria-label={name + " is required"} checked={on("required")} onChange={ticked("required")} /> required</label>
      <span className="of-row">
        <button className="link" aria-expanded={open} aria-label={"more about " + name} onClick={() => setOpen(!open)}>⋯</button>
        <button className="link" aria-label={"take " + name + " away"} onClick={remove}>✕</button>
      </span>
      {(open || text("validate") !== "") && (
        <label className="rest">Rule <input value={text("validate")} aria-label={"rule of " + name} placeholder="email,max=254" spellCheck={false} autoComplete="off" onChange={typed("validate")} /></label>
      )}
      {open && (
        <>
          <label className="rest">Stands in
            <select value={text("in")} aria-label={"where " + name + " stands"} onChange={typed("in")}><option value="">where it has to</option>{places.map((p) => <option key={p}>{p}</option>)}</select>
          </label>
          <label className="rest">Description <input value={text("description")} aria-label={"description of " + name} autoComplete="off" onChange={typed("description")} /></label>
          <label className="check rest"><input type="checkbox" checked={on("sensitive")} onChange={ticked("sensitive")} /> never in a log</label>
        </>
      )}
    </>
  );
}
