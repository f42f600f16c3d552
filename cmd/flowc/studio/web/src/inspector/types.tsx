import { membersOf } from "./members";
import { Name } from "./name";
import { noun, type Slot } from "./slot";
import { TypeBox } from "./typebox";

// TypeRows are names with their types: of claims, of columns, of what a service answers.
export function TypeRows({ slot }: { slot: Slot }) {
  const { members, at, add, remove, rename } = membersOf(slot, '"string"');
  const entry = slot.field.noun || noun(slot.field, slot.type);
  return (
    <ul className="rows typed">
      {[...members, null].map((m, i) => {
        const text = m?.value.kind === "string" ? String(m.value.value) : "";
        const null_ = text.endsWith("?");
        return (
          <li key={i}>
            <Name
              name={m?.key ?? ""} label={m ? "name of " + entry + " " + (i + 1) : "name of a new entry of " + entry} next="select, .cm-content"
              done={(name) => (m ? (name === "" ? remove(m.key) : rename(m.key, name)) : add(name))}
            />
            {m && <TypeBox slot={slot} pointer={at(m.key)} value={m.value} label={"type of " + m.key} set={(type) => slot.put(at(m.key), null_ && type.endsWith('"') ? type.slice(0, -1) + '?"' : type)} />}
            {m && <label className="check" title="It may be null"><input type="checkbox" disabled={text === ""} checked={null_} onChange={(e) => slot.put(at(m.key), JSON.stringify(text.replace(/\?$/, "") + (e.target.checked ? "?" : "")))} /> null</label>}
            {m && <button className="link" aria-label={"take " + m.key + " away"} onClick={() => remove(m.key)}>✕</button>}
          </li>
        );
      })}
    </ul>
  );
}
