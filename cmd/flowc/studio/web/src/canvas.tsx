import {
  Background, Controls, Handle, MarkerType, memo, MiniMap, Position, ReactFlow, ReactFlowProvider, useEffect, useMemo, useReactFlow, useRef,
} from "./lib";
import type { Edge, Node, NodeProps } from "@xyflow/react";
import type { Problem, ViewNode, Visit, Workflow } from "./api";
import type { Theme } from "./app";
import type { State } from "./model";
import type { Dispatch } from "./store";
import { duration } from "./text";
import { wayOf, type Way } from "./way";

type Card = Node<{ node: ViewNode; visits: Visit[]; lit: boolean; dim: boolean; problems: Problem[]; ended: boolean }, "card">;
type Sticky = Node<{ text: string }, "sticky">;
type Frame = Node<{ label: string }, "frame">;

const width = 208;

export function Canvas({ state, dispatch, theme }: { state: State; dispatch: Dispatch; theme: Theme }) {
  const w = state.workflow;
  if (!w) return <section className="canvas" aria-label="Canvas" aria-busy="true" />;
  if (w.broken) {
    return (
      <section className="canvas broken" aria-label="Canvas">
        <p>This document can't be read as a workflow; its problems say why.</p>
        <pre tabIndex={0}>{w.source}</pre>
      </section>
    );
  }
  return (
    <section className="canvas" aria-label="Canvas">
      <ReactFlowProvider key={w.key}>
        <Drawing state={state} dispatch={dispatch} theme={theme} workflow={w} />
      </ReactFlowProvider>
    </section>
  );
}

function Drawing({ state, dispatch, theme, workflow }: { state: State; dispatch: Dispatch; theme: Theme; workflow: Workflow }) {
  const way = useMemo(() => (state.execution ? wayOf(workflow, state.execution) : null), [workflow, state.execution]);
  const problems = state.project?.problems;
  const nodes = useMemo(
    () => nodesOf(workflow, way, (problems ?? []).filter((p) => p.workflow === workflow.key), state.node, state.execution?.state !== "running"),
    [workflow, way, problems, state.node],
  );
  const edges = useMemo(() => edgesOf(workflow, way), [workflow, way]);
  const flow = useReactFlow();
  const measured = useRef(new Map<string, { width: number; height: number }>());
  // A node that is drawn anew keeps its size: without it the library drops the ends of its wires.
  const drawn = useMemo(() => nodes.map((n) => ({ ...n, measured: measured.current.get(n.id) })), [nodes]);
  useEffect(() => {
    const n = workflow.view.nodes?.find((x) => x.id === state.node);
    const pane = document.querySelector(".react-flow")?.getBoundingClientRect();
    if (!n || !pane) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [n.x * zoom + x, n.y * zoom + y];
    const seen = left >= 0 && top >= 0 && left + width * zoom <= pane.width && top + heightOf(n) * zoom <= pane.height;
    if (!seen) void flow.setCenter(n.x + width / 2, n.y + heightOf(n) / 2, { zoom: Math.max(zoom, 0.7), duration: 150 });
  }, [state.node]);
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      const typing = (e.target as HTMLElement).closest("input, textarea, select, dialog, [contenteditable=true]");
      if (e.key === "f" && !typing && !e.ctrlKey && !e.metaKey) void flow.fitView({ duration: 150 });
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [flow]);
  return (
    <ReactFlow
      nodes={drawn} edges={edges} nodeTypes={kinds} colorMode={theme} fitView fitViewOptions={{ padding: 0.12, maxZoom: 1 }} minZoom={0.05}
      nodesDraggable={false} nodesConnectable={false} edgesFocusable={false} deleteKeyCode={null} proOptions={{ hideAttribution: true }}
      onNodeClick={(_, n) => n.type === "card" && dispatch({ do: "node", node: n.id, panel: "node" })}
      onPaneClick={() => dispatch({ do: "node", node: "" })}
      onNodesChange={(changes) => {
        for (const c of changes) if (c.type === "dimensions" && c.dimensions) measured.current.set(c.id, c.dimensions);
        const chosen = changes.find((c) => c.type === "select" && c.selected); // by the keyboard
        if (chosen?.type === "select" && chosen.id !== state.node) dispatch({ do: "node", node: chosen.id, panel: "node" });
      }}
    >
      <Background gap={20} />
      <MiniMap pannable zoomable ariaLabel="Map" nodeColor={mapColor} nodeBorderRadius={20} />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

function nodesOf(w: Workflow, way: Way | null, problems: Problem[], chosen: string, ended: boolean): Node[] {
  const cards: Node[] = (w.view.nodes ?? []).map((n): Card => {
    const visits = way?.visits.get(n.id) ?? [];
    const lit = visits.length > 0;
    return {
      id: n.id, type: "card", position: { x: n.x, y: n.y }, width, initialWidth: width, initialHeight: heightOf(n), selected: n.id === chosen, ariaLabel: n.name + ", " + n.kind,
      data: { node: n, visits, lit, dim: way !== null && !lit, ended, problems: problems.filter((p) => p.node === n.id) },
    };
  });
  const notes: Node[] = w.notes.map((n): Sticky => ({
    id: "note " + n.id, type: "sticky", position: n.position, initialWidth: 220, initialHeight: 60, data: { text: n.text }, selectable: false, focusable: false, zIndex: -1,
  }));
  return [...framesOf(w), ...notes, ...cards];
}

// framesOf draws a frame around each region: what a node protects.
function framesOf(w: Workflow): Node[] {
  const all = w.view.nodes ?? [];
  return all.flatMap((n): Frame[] => {
    const inside = all.filter((m) => within(all, m, n.id));
    if (inside.length === 0) return [];
    const pad = 18 + 10 * depth(all, n);
    const x = Math.min(...inside.map((m) => m.x)) - pad;
    const y = Math.min(...inside.map((m) => m.y)) - pad - 14;
    const right = Math.max(...inside.map((m) => m.x + width)) + pad;
    const bottom = Math.max(...inside.map((m) => m.y + heightOf(m))) + pad;
    return [{
      id: "frame " + n.id, type: "frame", position: { x, y }, width: right - x, height: bottom - y, data: { label: n.name + " (" + n.kind + ")" },
      selectable: false, focusable: false, draggable: false, zIndex: -2,
    }];
  });
}

const within = (all: ViewNode[], n: ViewNode, region: string): boolean =>
  n.region === region || (n.region !== "" && within(all, all.find((m) => m.id === n.region)!, region));

// depth is how many regions are inside of that of n: its frame leaves room for theirs.
const depth = (all: ViewNode[], n: ViewNode): number =>
  Math.max(0, ...all.filter((m) => m.region === n.id && all.some((o) => o.region === m.id)).map((m) => 1 + depth(all, m)));

const heightOf = (n: ViewNode): number => 74 + 20 * (named(n).length > 0 ? named(n).length : 0);
const named = (n: ViewNode) => n.outputs.filter((o) => n.outputs.length > 1 || o.name !== "out");

function edgesOf(w: Workflow, way: Way | null): Edge[] {
  return (w.view.wires ?? []).map((wire, i) => {
    const lit = way?.wires.has(wire) ?? false;
    const number = /\d+$/.exec(wire.label)?.[0];
    const color = lit ? "var(--lit)" : wire.guard ? "var(--guard)" : "var(--wire)";
    return {
      id: String(i), source: wire.from, target: wire.to, sourceHandle: wire.output, label: number, focusable: false,
      className: (lit ? "lit " : way ? "dim " : "") + (wire.guard ? "guard" : ""), zIndex: lit ? 1 : 0,
      markerEnd: { type: MarkerType.ArrowClosed, color, width: 14, height: 14, markerUnits: "userSpaceOnUse" }, style: { stroke: color },
    };
  });
}

function mapColor(n: Node): string {
  if (n.type !== "card") return "transparent";
  const { lit, visits } = n.data as Card["data"];
  return visits.some((v) => v.error) ? "var(--bad)" : lit ? "var(--lit)" : "var(--wire)";
}

const kinds = { card: memo(CardNode), sticky: memo(StickyNode), frame: memo(FrameNode) };

function CardNode({ data, selected }: NodeProps<Card>) {
  const { node: n, visits, lit, dim, problems, ended } = data;
  const last = visits[visits.length - 1];
  const failed = !!last?.error;
  const hangs = !!last && !last.left && !ended;
  const classes = ["card", n.entry && "entry", n.answers && "answers", n.protected && "protected", lit && "lit", dim && "dim", selected && "chosen", failed && "failed", hangs && "hangs"];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      {!n.entry && <Handle type="target" position={Position.Left} isConnectable={false} />}
      <div className="title"><strong>{n.name}</strong> {n.protected && <span className="shield" title="only known callers get here">◆</span>}</div>
      <div className="kind">{n.kind}</div>
      {n.says && <div className="says" title={n.says}>{n.says}</div>}
      {named(n).length > 0 && (
        <ul className="outputs">
          {named(n).map((o) => (
            <li key={o.name} className={(o.required && !o.wired ? "missing " : "") + (!o.wired ? "free" : "")}>
              {o.required && !o.wired && <span className="must">must be wired</span>} {o.name}
              <Handle type="source" id={o.name} position={Position.Right} isConnectable={false} />
            </li>
          ))}
        </ul>
      )}
      {named(n).length === 0 && n.outputs.length > 0 && <Handle type="source" id="out" position={Position.Right} isConnectable={false} />}
      {last && (
        <div className="visit">
          {hangs ? "running …" : failed ? "✕ failed" : (last.output ? last.output + " " : "")}
          {last.left && last.duration > 0 && " " + duration(last.duration)}
          {visits.length > 1 && " · " + visits.length + (last.attempt ? " attempts" : " times")}
        </div>
      )}
      {problems.length > 0 && <Marks problems={problems} />}
    </div>
  );
}

function Marks({ problems }: { problems: Problem[] }) {
  const error = problems.some((p) => p.severity === "error");
  return (
    <div className={"mark " + (error ? "error" : "warning")} title={problems.map((p) => p.message).join("\n")}>
      {error ? "✕" : "!"} {problems.length}<span className="unseen"> {problems.length === 1 ? "problem" : "problems"}</span>
    </div>
  );
}

function StickyNode({ data }: NodeProps<Sticky>) {
  return <div className="sticky">{data.text}</div>;
}

function FrameNode({ data }: NodeProps<Frame>) {
  return <div className="frame"><span>{data.label}</span></div>;
}
