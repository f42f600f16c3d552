import { flushSync, useState } from "../lib";
import { label, type Slot } from "./slot";
import { escape } from "../model/json";
import { Typed } from "./typed";

// Rows are the entries of an object by their names, and an empty one for the next.
export function Rows({ slot }: { slot: Slot }) {
  const { field: f, put, pointer, raw = "" } = slot;
  const members = slot.value?.members ?? [];
  const noun = f.noun || label(f, slot.type).toLowerCase();
  const rename = (old: string, name: string) => {
    if (name === old || name === "" || members.some((m) => m.key === name)) return;
    const renamed = members.map((m) => JSON.stringify(m.key === old ? name : m.key) + ": " + raw.slice(m.value.start, m.value.end));
    put(pointer, "{" + renamed.join(", ") + "}");
  };
  const add = (name: string) => name !== "" && !members.some((m) => m.key === name) && put(pointer + "/" + escape(name), '""');
  const removed = (key: string) => (members.length === 1 && !f.required ? put(pointer, undefined) : put(pointer + "/" + escape(key), undefined));
  return (
    <>
      <ul className="rows">
        {[...members, null].map((m, i) => (
          <li key={i}>
            <Name
              name={m?.key ?? ""} label={m ? "name of " + noun + " " + (i + 1) : "name of a new entry of " + noun}
              done={(name) => (m ? (name === "" ? removed(m.key) : rename(m.key, name)) : add(name))}
            />
            {m && <Typed slot={slot} pointer={pointer + "/" + escape(m.key)} value={m.value} label={m.key} />}
            {m && <button className="link" aria-label={"take " + m.key + " away"} onClick={() => removed(m.key)}>✕</button>}
          </li>
        ))}
      </ul>
    </>
  );
}

// Name is written once it is whole: half of a name could be that of another entry.
function Name({ name, label, done }: { name: string; label: string; done: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    if (typed !== null && typed !== name) done(typed);
    setTyped(null);
  };
  return (
    <input
      value={typed ?? name} aria-label={label} placeholder="name" spellCheck={false} autoComplete="off" onChange={(e) => setTyped(e.target.value)} onBlur={finish}
      onKeyDown={(e) => {
        if (e.key !== "Enter" && !(e.key === "Tab" && !e.shiftKey && typed)) return;
        // The value comes next, which stands there once the name does: at once, so that who types on types into it.
        e.preventDefault();
        const row = e.currentTarget.closest("li");
        flushSync(finish);
        row?.querySelector<HTMLElement>(".cm-content")?.focus();
      }}
    />
  );
}
