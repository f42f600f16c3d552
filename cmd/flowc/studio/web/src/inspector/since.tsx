import type { NodeType } from "../api/api";
import type { Difference } from "../api/ask";
import { differenceOf } from "../model/since";
import type { State } from "../model/model";
import { label } from "./slot";

// SinceNode is what is changed of a node since HEAD, old and new side by side.
export function SinceNode({ state, node }: { state: State; node: string }) {
  const c = differenceOf(state.since, node);
  if (!state.since) return null;
  const type = state.nodeTypes.find((t) => t.type === state.workflow?.view.nodes?.find((n) => n.id === node)?.type);
  return (
    <section className="since-head">
      <h4>Since HEAD</h4>
      {!c && <p className="hint">Nothing of this node is changed.</p>}
      {c?.sign === "+" && <p className="hint">This node is new.</p>}
      {c && <Settings change={c} type={type} />}
    </section>
  );
}

// SinceAll lists what is changed of the workflow since HEAD.
export function SinceAll({ state }: { state: State }) {
  const all = state.since?.changes;
  if (!all) return <p className="empty">Comparing with HEAD …</p>;
  if (all.length === 0) return <p className="empty">Nothing is changed since HEAD ({state.kit?.head}).</p>;
  return (
    <section className="since-head" aria-label="Changed since HEAD">
      <h3>Changed since HEAD <small>{state.kit?.head}</small></h3>
      <ul>
        {all.map((c) => (
          <li key={c.sign + c.what} className={"since-" + signs[c.sign]}>
            <span className="since">{marks[c.sign]} {signs[c.sign]}</span> {c.what}
            <Settings change={c} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const signs = { "+": "new", "-": "gone", "~": "changed" };
const marks = { "+": "+", "-": "−", "~": "±" };

function Settings({ change: c, type }: { change: Difference; type?: NodeType | undefined }) {
  const others = c.details.slice(c.settings.length); // what it means for protection
  return (
    <>
      {c.settings.length > 0 && (
        <table>
          <thead><tr><th scope="col">Setting</th><th scope="col">HEAD</th><th scope="col">Now</th></tr></thead>
          <tbody>{c.settings.map((s) => <tr key={s.name}><th scope="row">{nameOf(s.name, type)}</th><td><pre>{plain(s.before)}</pre></td><td><pre>{plain(s.after)}</pre></td></tr>)}</tbody>
        </table>
      )}
      {others.map((d) => <p key={d} className={c.weaker && d.startsWith("weaker") ? "failure" : "hint"}>{d}</p>)}
    </>
  );
}

// nameOf is a setting as the form calls it, with the entry of it.
function nameOf(name: string, type: NodeType | undefined): string {
  const [field, ...entry] = name.split(".");
  const f = type?.fields.find((x) => x.name === field);
  return [f ? label(f, type!.type) : field, ...entry].join(" › ");
}

// plain is a text as a person typed it, and of other values their JSON.
function plain(json: string): string {
  if (json === "") return "none";
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
