import type { Visit } from "./api";
import type { State } from "./model";
import { Values } from "./parts";
import { clock, duration, pretty } from "./text";

export function NodePanel({ state }: { state: State }) {
  const n = state.workflow?.view.nodes?.find((x) => x.id === state.node);
  if (!n) return <p className="empty">Choose a node.</p>;
  const type = state.nodeTypes.find((t) => t.type === n.type);
  const visits = (state.execution?.visits ?? []).filter((v) => v.node === n.name);
  return (
    <>
      <h3>{n.name} <small>{n.kind}</small></h3>
      {n.protected && <p className="hint"><span aria-hidden="true">◆ </span>Only known callers get here.</p>}
      {visits.map((v) => <Visited key={v.seq} visit={v} many={visits.length > 1} ended={state.execution?.state !== "running"} />)}
      {state.execution && visits.length === 0 && <p className="hint">The execution of {clock(state.execution.began)} did not come here.</p>}
      {state.execution?.dropped && visits.length > 0 && <p className="hint">Its values are not kept any more.</p>}
      <h4>Settings</h4>
      <Settings state={state} id={n.id} />
      {n.outputs.length > 0 && <h4>Outputs</h4>}
      <dl>{n.outputs.map((o) => <div key={o.name}><dt>{o.name}{!o.wired && <small>{o.required ? " must be wired" : " not wired"}</small>}</dt><dd>{o.doc}</dd></div>)}</dl>
      {type && <><h4>{type.title}</h4><p className="doc">{type.doc}</p></>}
    </>
  );
}

function Visited({ visit: v, many, ended }: { visit: Visit; many: boolean; ended: boolean }) {
  return (
    <section className="visited" aria-label={"visit " + v.seq}>
      <p>
        {many && <strong>{v.attempt ? "attempt " + v.attempt : "visit " + v.seq} </strong>}
        {v.left ? <>took {v.duration > 0 && duration(v.duration)} {v.output && <>→ <code>{v.output}</code></>}</> : ended ? "entered, never left" : "running since " + clock(v.entered)}
      </p>
      {v.error && <p className="failure">{v.error}</p>}
      {v.inputs != null && <Values title="Sent" value={v.inputs} />}
      {v.values != null && <Values title="Yielded" value={v.values} />}
      {v.cut > 0 && <p className="hint">{v.cut} of these are cut.</p>}
    </section>
  );
}

// Settings are what the document says of a node, as its type describes them.
function Settings({ state, id }: { state: State; id: string }) {
  const data = dataOf(state.workflow!.source, id);
  const type = state.nodeTypes.find((t) => t.type === state.workflow?.view.nodes?.find((n) => n.id === id)?.type);
  const entries = Object.entries(data);
  if (entries.length === 0) return <p className="hint">None: all is as its type has it.</p>;
  return (
    <dl className="settings">
      {entries.map(([name, value]) => (
        <div key={name}><dt title={type?.fields.find((f) => f.name === name)?.doc}>{name}</dt><dd><pre>{pretty(value)}</pre></dd></div>
      ))}
    </dl>
  );
}

function dataOf(source: string, id: string): Record<string, unknown> {
  try {
    const doc = JSON.parse(source) as { nodes?: { id?: string; data?: Record<string, unknown> }[] };
    return doc.nodes?.find((n) => n.id === id)?.data ?? {};
  } catch {
    return {};
  }
}
