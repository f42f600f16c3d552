import { useMemo, useState } from "./lib";
import type { Doc } from "./doc";
import { differences, merged, type Difference } from "./merge";
import { tryRead } from "./json";
import type { State } from "./model";
import type { Dispatch } from "./store";

// Conflict shows both: what was drawn here, and what somebody has written to disk meanwhile.
export function Conflict({ dispatch, doc }: { state: State; dispatch: Dispatch; doc: Doc }) {
  const disk = doc.disk!;
  const readable = !!tryRead(doc.text) && !!tryRead(disk.text) && (doc.base === "" || !!tryRead(doc.base));
  const found = useMemo(() => (readable ? differences(doc.base, doc.text, disk.text) : []), [doc.base, doc.text, disk.text]);
  const [takes, setTakes] = useState<Record<string, Difference["takes"]>>({});
  const list = found.map((d) => ({ ...d, takes: takes[d.path] ?? d.takes }));
  const settle = (text: string) => dispatch({ do: "settled", key: doc.key, text, disk, at: performance.now() });
  const clashes = list.filter((d) => d.clash);
  return (
    <section className="conflict" role="alertdialog" aria-label="The file has changed on disk">
      <p>
        <strong>{disk.revision === "" ? "The file is gone from disk" : "The file has changed on disk"}</strong> while it was drawn here.
        {!readable && disk.revision !== "" && " One of the two is no document yet: if an editor is writing it, this mends itself."}
        {clashes.length > 0 && " Both have changed the same in " + (clashes.length === 1 ? "one place" : clashes.length + " places") + ": choose."}
      </p>
      {list.length > 0 && <div className="both">
        <table>
          <thead><tr><th scope="col">What</th><th scope="col">Here</th><th scope="col">On disk</th></tr></thead>
          <tbody>
            {list.map((d) => (
              <tr key={d.path} className={d.clash ? "clash" : ""}>
                <th scope="row">{d.what}</th>
                <td className={d.takes === "mine" ? "taken" : ""}>{side(d, "mine", takes, setTakes)}</td>
                <td className={d.takes === "theirs" ? "taken" : ""}>{side(d, "theirs", takes, setTakes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>}
      <div className="actions">
        {readable && disk.revision !== "" && <button className="primary" onClick={() => settle(merged(doc.text, disk.text, list))}>Put both together</button>}
        <button onClick={() => settle(doc.text)}>Keep only what is here</button>
        {disk.revision !== "" && <button onClick={() => settle(disk.text)}>Take only what is on disk</button>}
      </div>
    </section>
  );
}

type Takes = Record<string, Difference["takes"]>;

function side(d: Difference, of: Difference["takes"], takes: Takes, set: (t: Takes) => void) {
  const text = d[of] === "" ? "not there" : d[of];
  if (!d.clash) return <code>{text}</code>;
  return (
    <label><input type="radio" name={d.path} checked={d.takes === of} onChange={() => set({ ...takes, [d.path]: of })} /> <code>{text}</code></label>
  );
}
