import { flushSync, useState } from "../lib";
import type { Form as ApiForm, NodeType, ViewNode } from "../api/api";
import { nodeIn } from "../model/changes";
import { renameNode } from "../model/commands";
import { editable } from "../model/drafts";
import { First } from "./first";
import { Form } from "./form";
import { HereList } from "./here";
import { ToHere } from "./tohere";
import { Outputs } from "./outputs";
import { SinceAll, SinceNode } from "./since";
import { inWords, label } from "./slot";
import { Visited } from "./visited";
import { toCanvas, toNode } from "../parts/focus";
import { routeKey, type Part, type State } from "../model/model";
import { now } from "../model/now";
import { NoteForm } from "./sticky";
import { Prose } from "../parts/parts";
import { Shield } from "../parts/shield";
import { openCalled, type Dispatch } from "../model/store";
import { clock, pretty } from "../model/text";
import { Tile } from "../parts/tile";

export function NodePanel({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const n = state.workflow?.view.nodes?.find((x) => x.id === state.node);
  if (!n && editable(state) && state.workflow?.notes.some((x) => x.id === state.node)) return <NoteForm key={"note " + state.node} state={state} id={state.node} />;
  if (!n && state.compares) return <SinceAll state={state} />;
  if (!n && editable(state) && (state.workflow?.view.nodes ?? []).length === 0) return <First />;
  if (!n) return <p className="empty">{state.chosen.length > 1 ? state.chosen.length + " nodes are chosen." : "Choose a node."}</p>;
  const draws = editable(state) && !!state.docs[state.open];
  const place = nodeIn(state.docs[state.open], n.id)?.index ?? n.id; // which stays when it is renamed, so that nothing goes away that is typed into
  const type = state.nodeTypes.find((t) => t.type === n.type);
  const all = !draws; // where nothing is drawn there is nothing to set
  const part = state.part;
  const visits = (state.execution?.visits ?? []).filter((v) => v.node === n.name);
  return (
    <>
      {draws ? <Named key={"name of " + place} node={n} /> : <h3><Tile type={n.type} small /> {n.name} <small>{n.kind}</small></h3>}
      {n.calls && <p className="hint">It calls <button className="link" title="key: o" onClick={() => openCalled(state, n.id)}>{n.calls}</button>.</p>}
      {n.proof && <p className="hint">{n.proof}</p>}
      {n.protected && <p className="hint known"><Shield /> Only known callers get here.</p>}
      {state.compares && <SinceNode state={state} node={n.id} />}
      {draws && state.project?.running.serving && <ToHere key={"to " + place} state={state} node={n.id} label="Run to here" formOf={(entry) => formFor(state, entry)} />}
      {draws && <Parts part={part} show={(p) => dispatch({ do: "part", part: p })} />}
      {visits.map((v) => <Visited key={v.seq} visit={v} many={visits.length > 1} ended={state.execution?.state !== "running"} sent={all || part === "input"} yielded={all || part === "output"} />)}
      {state.execution && visits.length === 0 && <p className="hint">The execution of {clock(state.execution.began)} did not come here.</p>}
      {state.execution?.dropped && visits.length > 0 && <p className="hint">Its values are not kept any more.</p>}
      {!draws && <Settings state={state} id={n.id} />}
      {draws && part === "settings" && <Form key={"form of " + place} state={state} dispatch={dispatch} id={n.id} />}
      {draws && (part === "input" || (part === "settings" && state.place !== "")) && <HereList state={state} dispatch={dispatch} node={n.id} filtered={part === "input"} />}
      {(all || part === "output") && n.outputs.length > 0 && <Outputs node={n} state={state} dispatch={dispatch} draws={draws} />}
      {type && (all || part === "docs") && <><h4>{type.title}</h4><p className="doc"><Prose text={inWords(type.doc, type.type)} /></p>{!all && <Means type={type} />}</>}
    </>
  );
}

// formFor is what is filled in for an entry point of the open workflow, or for a call of it.
function formFor(s: State, entry: string): ApiForm | undefined {
  const route = s.project?.routes.find((r) => r.workflow === s.open && r.entry === entry);
  return route ? (s.forms[routeKey(route)] ?? route.form) : (s.forms[s.open] ?? s.project?.called.find((c) => c.workflow === s.open)?.form);
}

const parts: [Part, string][] = [["settings", "Settings"], ["input", "Input"], ["output", "Output"], ["docs", "Docs"]];

function Parts({ part, show }: { part: Part; show: (p: Part) => void }) {
  return <div className="parts" role="group" aria-label="Parts">{parts.map(([p, name]) => <button key={p} aria-pressed={p === part} onClick={() => show(p)}>{name}</button>)}</div>;
}

// Means lists what each setting and each output of a node type means.
function Means({ type }: { type: NodeType }) {
  const list = [...type.fields.map((f) => [label(f, type.type), inWords(f.doc, type.type)] as const), ...type.outputs.map((o) => ["Output " + o.name, inWords(o.doc, type.type)] as const)];
  return <dl className="means">{list.map(([name, doc]) => <div key={name}><dt>{name}</dt><dd><Prose text={doc} /></dd></div>)}</dl>;
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
