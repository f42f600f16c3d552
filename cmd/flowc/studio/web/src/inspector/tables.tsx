import { useState } from "../lib";
import type { Slot } from "./slot";

// TablesBeside are the tables of the folder with their columns: a click puts the name of one where the cursor stands.
export function TablesBeside({ slot, put }: { slot: Slot; put: (name: string) => void }) {
  const [text, find] = useState("");
  const dir = slot.doc.slice(0, slot.doc.lastIndexOf("/"));
  const all = slot.kit?.folders.find((f) => f.dir === dir)?.tables ?? [];
  const has = (name: string) => name.toLowerCase().includes(text.toLowerCase());
  const found = all.filter((t) => has(t.name) || t.columns?.some((c) => has(c.name)));
  return (
    <section className="insert" aria-label="Tables">
      <input type="search" value={text} placeholder="Find a column" aria-label="Find a column" spellCheck={false} onChange={(e) => find(e.target.value)} />
      {all.length === 0 && <p className="hint">There is no table yet.</p>}
      {found.map((t) => (
        <div key={t.name}>
          <button className="table" title={"put " + t.sql} onClick={() => put(t.sql)}>{t.name}</button>
          <ul>
            {t.columns?.filter((c) => has(t.name) || has(c.name)).map((c) => (
              <li key={c.name}><button title={"put " + c.sql} onClick={() => put(c.sql)}><code>{c.name}</code> <small>{[c.type.toLowerCase(), c.nullable && "may be null"].filter(Boolean).join(", ")}</small></button></li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
