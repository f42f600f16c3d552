import { flushSync, useState } from "../lib";
import type { ViewNode, Visit } from "../api/api";
import { disconnect, nodeIn } from "../model/changes";
import { renameNode } from "../model/commands";
import { editable } from "../model/drafts";
import { Form } from "./form";
import { HereList } from "./here";
import { toCanvas, toNode } from "../parts/focus";
import type { State } from "../model/model";
import { now } from "../model/now";
import { NoteForm } from "./sticky";
import { Prose, Values } from "../parts/parts";
import { openCalled, type Dispatch } from "../model/store";
import { clock, duration, pretty } from "../model/text";
import { Tile } from "../parts/tile";

export function NodePanel({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const n = state.workflow?.view.nodes?.find((x) => x.id === state.node);
  if (!n && editable(state) && state.workflow?.notes.some((x) => x.id === state.node)) return <NoteForm key={"note " + state.node} state={state} id={state.node} />;
  if (!n) return <p className="empty">{state.chosen.length > 1 ? state.chosen.length + " nodes are chosen." : "Choose a node."}</p>;
  const draws = editable(state) && !!state.docs[state.open];
  const place = nodeIn(state.docs[state.open], n.id)?.index ?? n.id; // which stays when it is renamed, so that nothing goes away that is typed into
  const type = state.nodeTypes.find((t) => t.type === n.type);
  const visits = (state.execution?.visits ?? []).filter((v) => v.node === n.name);
  return (
    <>
      {draws ? <Named key={"name of " + place} node={n} /> : <h3><Tile type={n.type} small /> {n.name} <small>{n.kind}</small></h3>}
      {n.calls && <p className="hint">It calls <button className="link" title="key: o" onClick={() => openCalled(state, n.id)}>{n.calls}</button>.</p>}
      {n.proof && <p className="hint">{n.proof}</p>}
      {n.protected && <p className="hint"><span aria-hidden="true">◆ </span>Only known callers get here.</p>}
      {visits.map((v) => <Visited key={v.seq} visit={v} many={visits.length > 1} ended={state.execution?.state !== "running"} />)}
      {state.execution && visits.length === 0 && <p className="hint">The execution of {clock(state.execution.began)} did not come here.</p>}
      {state.execution?.dropped && visits.length > 0 && <p className="hint">Its values are not kept any more.</p>}
      {draws ? <Form key={"form of " + place} state={state} dispatch={dispatch} id={n.id} /> : <Settings state={state} id={n.id} />}
      {n.outputs.length > 0 && <Outputs node={n} state={state} dispatch={dispatch} draws={draws} />}
      {draws && <HereList state={state} dispatch={dispatch} node={n.id} />}
      {type && <><h4>{type.title}</h4><p className="doc"><Prose text={type.doc} /></p></>}
    </>
  );
}

// Named is the node's name, which its references follow.
function Named({ node: n }: { node: ViewNode }) {
  const [typed, setTyped] = useState<string | null>(null); // what it is to be called; null is what it is
  const done = async () => {
    const name = (typed ?? "").trim();
    if (name === "" || name === n.name || (await renameNode(n.id, name))) setTyped((now) => (now === typed ? null : now));
    if (document.activeElement?.matches(".canvas")) toNode(now().node);
  };
  return (
    <div className="named">
      <Tile type={n.type} />
      <input
        aria-label="Name of the node" value={typed ?? n.name} spellCheck={false} autoComplete="off" onChange={(e) => setTyped(e.target.value)} onBlur={() => void done()}
        onKeyDown={(e) => {
          if (e.key === "Escape") flushSync(() => setTyped(null));
          if (e.key === "Enter" || e.key === "Escape") toCanvas();
        }}
      />
      <small>{n.kind}</small>
    </div>
  );
}

// Outputs are the ways out of a node, and where they lead.
function Outputs({ node: n, state, dispatch, draws }: { node: ViewNode; state: State; dispatch: Dispatch; draws: boolean }) {
  const view = state.workflow!.view;
  const nameOf = (id: string) => view.nodes?.find((m) => m.id === id)?.name ?? id;
  const wires = (output: string) => (view.wires ?? []).filter((w) => w.from === n.id && w.output === output);
  const ask = (output: string, e: { currentTarget: HTMLElement }) => {
    const { left, bottom } = e.currentTarget.getBoundingClientRect();
    dispatch({ do: "ask", asking: { what: "after", node: n.id, output, at: null, screen: { x: left, y: bottom + 4 } } });
  };
  return (
    <section className="ways">
      <h4>Outputs</h4>
      <dl>
        {n.outputs.map((o) => (
          <div key={o.name}>
            <dt>{o.name}{!o.wired && <small>{o.required ? " must be wired" : " not wired"}</small>}
              {wires(o.name).map((w) => (
                <span key={w.to} className="way"> → <button className="link" onClick={() => dispatch({ do: "node", node: w.to })}>{nameOf(w.to)}</button>
                  {draws && <button className="link" aria-label={"remove the wire from " + o.name + " to " + nameOf(w.to)} onClick={() => disconnect(w.index!)}>✕</button>}
                </span>
              ))}
              {draws && <button className="link add" aria-label={"what follows " + o.name} onClick={(e) => ask(o.name, e)}>+</button>}
            </dt>
            <dd><Prose text={o.doc} /></dd>
          </div>
        ))}
      </dl>
    </section>
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
