import { useMemo, useState } from "../lib";
import type { Doc } from "../model/doc";
import { differences, merged, type Difference, type Side } from "../model/merge";
import { tryRead } from "../model/json";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";

// Conflict shows both: what was drawn here, and what somebody has written to disk meanwhile. They are put together once somebody has
// chosen wherever one of the two would be lost.
export function Conflict({ dispatch, doc }: { state: State; dispatch: Dispatch; doc: Doc }) {
  const disk = doc.disk!;
  const readable = !!tryRead(doc.text) && !!tryRead(disk.text) && (doc.base === "" || !!tryRead(doc.base));
  const found = useMemo(() => (readable ? differences(doc.base, doc.text, disk.text) : []), [doc.base, doc.text, disk.text]);
  const [chosen, choose] = useState<Record<string, Side>>({});
  const clashes = found.filter((d) => d.takes === "");
  const list = found.map((d): Difference => ({ ...d, takes: d.takes || (chosen[d.path] ?? "") }));
  const open = list.filter((d) => d.takes === "").length;
  const all = (side: Side) => choose(Object.fromEntries(clashes.map((d) => [d.path, side])));
  const settle = (text: string) => dispatch({ do: "settled", key: doc.key, text, disk, at: performance.now() });
  return (
    <section className="conflict" role="alertdialog" aria-label="The file has changed on disk">
      <p>
        <strong>{disk.revision === "" ? "The file is gone from disk" : "The file has changed on disk"}</strong> while it was drawn here.
        {!readable && disk.revision !== "" && " One of the two is no document yet: if an editor is writing it, this mends itself."}
        {clashes.length > 0 && (doc.base === "" ? " What it was drawn from is not known any more, and the two differ in " : " Both have changed the same in ") + (clashes.length === 1 ? "one place" : clashes.length + " places") + ": choose."}
      </p>
      {list.length > 0 && <div className="both">
        <table>
          <thead><tr><th scope="col">What</th><th scope="col">Here {clashes.length > 1 && <button className="link" onClick={() => all("mine")}>choose all</button>}</th><th scope="col">On disk {clashes.length > 1 && <button className="link" onClick={() => all("theirs")}>choose all</button>}</th></tr></thead>
          <tbody>
            {list.map((d, i) => {
              const pick = found[i]!.takes === "" ? (side: Side) => choose({ ...chosen, [d.path]: side }) : undefined;
              return <tr key={d.path} className={pick ? "clash" : ""}><th scope="row">{d.what}</th><Taken d={d} of="mine" pick={pick} /><Taken d={d} of="theirs" pick={pick} /></tr>;
            })}
          </tbody>
        </table>
      </div>}
      <div className="actions">
        {readable && disk.revision !== "" && <button className="primary" disabled={open > 0} onClick={() => settle(merged(doc.text, disk.text, list))}>Put both together</button>}
        <button onClick={() => settle(doc.text)}>Keep only what is here</button>
        {disk.revision !== "" && <button onClick={() => settle(disk.text)}>Take only what is on disk</button>}
        {open > 0 && <span className="hint" role="status">{open === 1 ? "One is" : open + " are"} to be chosen.</span>}
      </div>
    </section>
  );
}

// Taken is what one side has, marked where it is taken; where one is to be chosen, to be chosen.
function Taken({ d, of, pick }: { d: Difference; of: Side; pick: ((side: Side) => void) | undefined }) {
  const text = <code>{d[of] === "" ? "not there" : d[of]}</code>;
  return <td className={d.takes === of ? "taken" : ""}>{pick ? <label><input type="radio" name={d.path} checked={d.takes === of} onChange={() => pick(of)} /> {text}</label> : text}</td>;
}
