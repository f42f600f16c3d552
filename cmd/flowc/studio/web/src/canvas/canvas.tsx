import { Background, Controls, MiniMap, ReactFlow, ReactFlowProvider, useCallback, useEffect, useMemo, useReactFlow, useRef, useState } from "../lib";
import type { Connection, Edge, FinalConnectionState, Node, NodeChange } from "@xyflow/react";
import { useAlike } from "../model/alike";
import type { Workflow } from "../api/api";
import type { Theme } from "../parts/theme";
import { Beginning } from "./begin";
import { kinds } from "./cards";
import { connect, moveNodes } from "../model/changes";
import { Chooser } from "../palette/chooser";
import { wireAt } from "../parts/drag";
import { editable } from "../model/drafts";
import type { Point } from "../model/edit";
import { edgesOf, nodesOf, type Card } from "./figures";
import { cardWidth as width, heightOf } from "../model/measures";
import type { State } from "../model/model";
import { hueOf } from "../parts/tile";
import { dispatch, now } from "../model/now";
import { Palette } from "../palette/palette";
import { Source } from "./source";
import { openCalled } from "../model/store";
import { Tools } from "./tools";
import { wayOf } from "../model/way";

export type CanvasProps = { state: State; theme: Theme };

export function Canvas({ state, theme }: CanvasProps) {
  const w = state.workflow;
  const [typing, setTyping] = useState(""); // the key of the document whose text is typed in
  if (!w || (editable(state) && state.nodeTypes.length === 0)) return <section className="canvas" aria-label="Canvas" aria-busy="true" />;
  if (w.broken || typing === w.key) return <Source key={w.key} state={state} dispatch={dispatch} workflow={w} typing={(is) => setTyping(is ? w.key : "")} />;
  const draws = editable(state) && !!state.docs[w.key];
  return (
    <section className="canvas" aria-label="Canvas" tabIndex={-1}>
      <ReactFlowProvider key={w.key}>
        {editable(state) && <Palette types={state.nodeTypes} ready={!!state.docs[state.open]} />}
        <Drawing state={state} theme={theme} workflow={w} draws={draws} />
        {draws && <Tools state={state} dispatch={dispatch} />}
        {draws && (w.view.nodes ?? []).length === 0 && <Beginning state={state} />}
        {draws && state.asking && <Chooser state={state} dispatch={dispatch} asking={state.asking} />}
      </ReactFlowProvider>
    </section>
  );
}

function Drawing({ state, theme, workflow, draws }: CanvasProps & { workflow: Workflow; draws: boolean }) {
  const way = useMemo(() => (state.execution ? wayOf(workflow, state.execution, state.nodeTypes) : null), [workflow, state.execution, state.nodeTypes]);
  const mine = useMemo(() => (state.project?.problems ?? []).filter((p) => p.workflow === workflow.key), [state.project?.problems, workflow.key]);
  const nodes = useMemo(
    () => nodesOf(workflow, { way, problems: mine, chosen: state.chosen, ended: state.execution?.state !== "running", dispatch, editable: draws }),
    [workflow, way, mine, state.chosen, draws],
  );
  const wires = useMemo(() => edgesOf(workflow, way, state.wire, mine), [workflow, way, state.wire, mine]);
  const edges = useAlike(wires);
  const [drawn, changed] = usePlaces(nodes);
  const wiring = useWiring();
  useSight(workflow, state.node);
  return useMemo(() => (
    <ReactFlow
      nodes={drawn} edges={edges} nodeTypes={kinds} colorMode={theme} fitView fitViewOptions={whole} minZoom={0.05}
      nodesDraggable={draws} nodesConnectable={draws} edgesFocusable={false} deleteKeyCode={null} proOptions={{ hideAttribution: true }}
      snapToGrid snapGrid={grid} connectionRadius={30} multiSelectionKeyCode={["Control", "Meta", "Shift"]} zoomOnDoubleClick={false}
      onNodeClick={clicked} onNodeDoubleClick={opened} onPaneClick={left} onEdgeClick={draws ? clickedWire : undefined}
      onNodesChange={changed} onConnect={wiring.join} onConnectEnd={wiring.end}
    >
      <Background gap={20} />
      <MiniMap pannable zoomable ariaLabel="Map" nodeColor={mapColor} nodeBorderRadius={20} />
      <Controls showInteractive={false} />
    </ReactFlow>
  ), [drawn, edges, theme, draws, changed, wiring]);
}

type Pressed = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

const clicked = (e: Pressed, n: Node) => n.type === "card" && !(e.ctrlKey || e.metaKey || e.shiftKey) && dispatch({ do: "node", node: n.id, panel: "node" });
const opened = (_: unknown, n: Node) => (n.type === "sticky" ? document.querySelector<HTMLElement>(".note-text")?.focus() : openCalled(now(), n.id));
const left = () => dispatch({ do: "choose", nodes: [] });
const clickedWire = (_: unknown, e: Edge) => dispatch({ do: "choose", nodes: [], wire: Number(e.id) });

const grid: [number, number] = [20, 20];
const whole = { padding: { top: "60px", bottom: "40px", left: "30px", right: "44px" }, maxZoom: 1 } as const; // all that is drawn, beside the tools

// usePlaces keeps where nodes are while they are dragged, and how large they are: a node that is drawn anew keeps its size,
// without which the library drops the ends of its wires.
function usePlaces(nodes: Node[]): [Node[], (changes: NodeChange[]) => void] {
  const measured = useRef(new Map<string, { width: number; height: number }>());
  const [dragged, drag] = useState<Map<string, Point>>(new Map());
  const dragging = useRef(0); // how many, also of those that are not drawn yet
  const touched = useRef(new Set<string>()); // nodes that the library itself has chosen, or not any more
  const mouse = useMouse();
  const placed = useMemo(
    () => nodes.map((n) => ({ ...n, position: dragged.get(n.id) ?? n.position, measured: measured.current.get(n.id) })),
    [nodes, dragged],
  );
  const changed = useCallback((changes: NodeChange[]) => {
    for (const c of changes) if (c.type === "select") touched.current.add(c.id);
    for (const c of changes) if (c.type === "dimensions" && c.dimensions) measured.current.set(c.id, c.dimensions);
    const moved = changes.filter((c) => c.type === "position" && c.position);
    const places = new Map(moved.map((c) => [idOf((c as { id: string }).id), (c as { position: Point }).position]));
    if (moved.some((c) => c.type === "position" && c.dragging)) (dragging.current = moved.length), drag((d) => new Map([...d, ...moved.map((c): [string, Point] => [(c as { id: string }).id, (c as { position: Point }).position])]));
    else if (moved.length > 0) {
      const onto = dragging.current === 1 ? wireAt(mouse.current) : -1;
      dragging.current = 0;
      drag(new Map());
      moveNodes(places, onto);
    }
    choose(changes);
  }, []);
  return [useAlike(placed, touched), changed];
}

// idOf is the id of a node in the document, as the canvas has it: notes have a prefix there.
const idOf = (id: string): string => id.replace(/^note /, "");

// choose follows what the library has chosen, by mouse or keyboard.
function choose(changes: NodeChange[]): void {
  const s = now();
  const picked = changes.filter((c) => c.type === "select");
  if (picked.length === 0) return;
  const chosen = new Set(s.chosen);
  for (const c of picked) {
    if (c.selected) chosen.add(idOf(c.id));
    else chosen.delete(idOf(c.id));
  }
  const next = [...chosen];
  if (next.join("\n") !== s.chosen.join("\n")) dispatch({ do: "choose", nodes: next, wire: next.length > 0 ? -1 : s.wire });
}

function useMouse(): { current: Point } {
  const at = useRef<Point>({ x: 0, y: 0 });
  useEffect(() => {
    const moved = (e: MouseEvent) => (at.current = { x: e.clientX, y: e.clientY });
    addEventListener("mousemove", moved, true);
    return () => removeEventListener("mousemove", moved, true);
  }, []);
  return at;
}

// useWiring connects; a wire that is dropped on the empty canvas asks what comes there.
function useWiring() {
  const flow = useReactFlow();
  return useMemo(() => ({
    join: (c: Connection) => connect(c.source, c.sourceHandle ?? "out", c.target),
    end: (e: MouseEvent | TouchEvent, c: FinalConnectionState) => {
      if (c.isValid || !c.fromNode || c.fromHandle?.type !== "source") return;
      const screen = "clientX" in e ? { x: e.clientX, y: e.clientY } : { x: e.changedTouches[0]!.clientX, y: e.changedTouches[0]!.clientY };
      const [from, output] = [c.fromNode.id, c.fromHandle.id ?? "out"];
      const card = document.elementFromPoint(screen.x, screen.y)?.closest<HTMLElement>(".react-flow__node-card")?.dataset["id"];
      if (card === from) return;
      if (card) return connect(from, output, card);
      const at = flow.screenToFlowPosition(screen);
      dispatch({ do: "ask", asking: { what: "after", node: from, output, at: { x: at.x, y: at.y - 30 }, screen } });
    },
  }), [flow]);
}

// useSight brings the chosen node into sight, and f all of them.
function useSight(workflow: Workflow, chosen: string): void {
  const flow = useReactFlow();
  useEffect(() => {
    const n = workflow.view.nodes?.find((x) => x.id === chosen);
    const pane = document.querySelector(".react-flow")?.getBoundingClientRect();
    if (!n || !pane) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [n.x * zoom + x, n.y * zoom + y];
    const seen = left >= 0 && top >= 0 && left + width * zoom <= pane.width && top + heightOf(n) * zoom <= pane.height;
    if (!seen) void flow.setCenter(n.x + width / 2, n.y + heightOf(n) / 2, { zoom: Math.max(zoom, 0.7), duration: 150 });
  }, [chosen]);
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      const typing = (e.target as HTMLElement).closest("input, textarea, select, dialog, [contenteditable=true]");
      if (e.key === "f" && !typing && !e.ctrlKey && !e.metaKey) void flow.fitView({ duration: 150, ...whole });
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [flow]);
}

function mapColor(n: Node): string {
  if (n.type !== "card") return "transparent";
  const { lit, visits, node } = n.data as Card["data"];
  return visits.some((v) => v.error) ? "var(--bad)" : lit ? "var(--lit)" : hueOf(node.type);
}
