import { useEffect, useState } from "../lib";
import * as ask from "../api/ask";
import type { Member } from "../model/json";
import { known } from "../model/now";
import { membersOf } from "./members";
import { Name } from "./name";
import { noun, type Slot } from "./slot";
import { Typed } from "./typed";

// Rows are the entries of an object by their names, and an empty one for the next. What a function or a called workflow takes has its
// row from the beginning, and keeps it.
export function Rows({ slot }: { slot: Slot }) {
  const { field: f } = slot;
  const { members, at, add, remove, rename } = membersOf(slot, '""');
  const entry = f.noun || noun(f, slot.type);
  const takes = useInputs(slot);
  const others: (Member | null)[] = members.filter((m) => !takes.some((i) => i.name === m.key));
  if (takes.length === 0) others.push(null);
  return (
    <ul className="rows">
      {takes.map((i) => <Taken key={"input " + i.name} slot={slot} input={i} pointer={at(i.name)} member={members.find((m) => m.key === i.name)} remove={() => remove(i.name)} />)}
      {others.map((m, i) => (
        <li key={i}>
          <Name
            name={m?.key ?? ""} label={m ? "name of " + entry + " " + (i + 1) : "name of a new entry of " + entry}
            done={(name) => (m ? (name === "" ? remove(m.key) : rename(m.key, name)) : add(name))}
          />
          {m && <Typed slot={slot} pointer={at(m.key)} value={m.value} label={m.key} />}
          {m && <button className="link" aria-label={"take " + m.key + " away"} onClick={() => remove(m.key)}>✕</button>}
        </li>
      ))}
    </ul>
  );
}

type OfInput = { slot: Slot; input: ask.Input; pointer: string; member: Member | undefined; remove: () => void };

// Taken is an input that is known by its name, given or not.
function Taken({ slot, input, pointer, member, remove }: OfInput) {
  return (
    <li>
      <span className="input-name"><code>{input.name}</code> <small>{input.type.replace(/\?$/, "")}{!member && input.required && <span className="needed">needed</span>}</small></span>
      <Typed slot={slot} pointer={pointer} value={member?.value} label={input.name} />
      {member && <button className="link" aria-label={"take " + input.name + " away"} onClick={remove}>✕</button>}
    </li>
  );
}

// useInputs are what the node's function takes, or the workflow that it calls; asked again where it is another one.
function useInputs(slot: Slot): ask.Input[] {
  const [list, set] = useState<ask.Input[]>([]);
  const takes = slot.field.shape === "inputs";
  useEffect(() => {
    const doc = known().docs[slot.doc];
    if (!takes || !doc) return;
    let gone = false;
    void ask.inputs(doc, slot.node).then((found) => !gone && set(found), () => undefined);
    return () => void (gone = true);
  }, [takes, slot.doc, slot.node, slot.beside]);
  return takes ? list : [];
}
