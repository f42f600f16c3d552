import { Background, Controls, MiniMap, ReactFlow, ReactFlowProvider, useMemo, useState } from "../lib";
import type { Edge, Node } from "@xyflow/react";
import type { Workflow } from "../api/api";
import type { Preset } from "../api/ask";
import { useAlike } from "../model/alike";
import { editable } from "../model/drafts";
import type { State } from "../model/model";
import { dispatch, now } from "../model/now";
import { useSince } from "../model/since";
import { openCalled } from "../model/store";
import { wayOf } from "../model/way";
import { Chooser } from "../palette/chooser";
import { Palette } from "../palette/palette";
import { Shield } from "../parts/shield";
import type { Theme } from "../parts/theme";
import { hueOf } from "../parts/tile";
import { Shown } from "../run/shown";
import { Beginning } from "./begin";
import { kinds } from "./cards";
import { wires } from "./wire";
import { edgesOf, nodesOf, type Card } from "./figures";
import { usePlaces } from "./places";
import { open, useSight, whole } from "./sight";
import { ContextMenu } from "./menu";
import { pressedNode, pressedPane, pressedWire } from "./press";
import { changedIn, changedWires } from "./since";
import { Source } from "./source";
import { Titles } from "./titles";
import { Tools } from "./tools";
import { useWiring } from "./wiring";

const none: Preset[] = [];

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
        {editable(state) && <Palette types={state.nodeTypes} presets={state.kit?.presets ?? none} ready={!!state.docs[state.open]} />}
        <div className="stage">
          <div className="bar">
            <Titles state={state} />
            {draws && <Tools state={state} dispatch={dispatch} />}
          </div>
          <Shown state={state} />
          <Drawing state={state} theme={theme} workflow={w} draws={draws} />
          {w.view.nodes?.some((n) => n.protected) && <p className="legend"><Shield /> Only known callers get here</p>}
          {draws && (w.view.nodes ?? []).length === 0 && <Beginning state={state} />}
          {draws && state.menu && <ContextMenu state={state} menu={state.menu} />}
          {draws && state.asking && <Chooser state={state} dispatch={dispatch} asking={state.asking} />}
        </div>
      </ReactFlowProvider>
    </section>
  );
}

function Drawing({ state, theme, workflow, draws }: CanvasProps & { workflow: Workflow; draws: boolean }) {
  useSince(state);
  const shown = state.compares ? null : state.execution; // one thing at a time
  const way = useMemo(() => (shown ? wayOf(workflow, shown, state.nodeTypes) : null), [workflow, shown, state.nodeTypes]);
  const mine = useMemo(() => (state.project?.problems ?? []).filter((p) => p.workflow === workflow.key), [state.project?.problems, workflow.key]);
  const nodes = useMemo(
    () => changedIn(nodesOf(workflow, { way, problems: mine, chosen: state.chosen, found: state.found, ended: state.execution?.state !== "running", dispatch, editable: draws }), state.since),
    [workflow, way, mine, state.chosen, state.found, draws, state.since],
  );
  const all = useMemo(() => changedWires(edgesOf(workflow, { way, problems: mine, editable: draws }, state.wire), workflow, state.since), [workflow, way, state.wire, mine, draws, state.since]);
  const edges = useAlike(all);
  const [drawn, changed] = usePlaces(nodes);
  const wiring = useWiring();
  useSight(workflow, state.node, state.found);
  return useMemo(() => (
    <ReactFlow
      nodes={drawn} edges={edges} nodeTypes={kinds} edgeTypes={wires} colorMode={theme} onInit={(flow) => open(flow, workflow, now().found)} fitViewOptions={whole} minZoom={0.05}
      nodesDraggable={draws} nodesConnectable={draws} edgesFocusable={false} deleteKeyCode={null} proOptions={{ hideAttribution: true }}
      snapToGrid snapGrid={grid} connectionRadius={30} multiSelectionKeyCode={["Control", "Meta", "Shift"]} zoomOnDoubleClick={false}
      onNodeClick={clicked} onNodeDoubleClick={opened} onPaneClick={left} onEdgeClick={draws ? clickedWire : undefined}
      onNodeContextMenu={draws ? pressedNode : undefined} onEdgeContextMenu={draws ? pressedWire : undefined} onPaneContextMenu={draws ? pressedPane : undefined}
      onNodesChange={changed} onConnect={wiring.join} onConnectEnd={wiring.end}
    >
      <Background gap={20} />
      {drawn.length > 0 && <MiniMap pannable zoomable ariaLabel="Map" nodeColor={mapColor} nodeBorderRadius={20} />}
      <Controls showInteractive={false} fitViewOptions={whole} orientation="horizontal" />
    </ReactFlow>
  ), [drawn, edges, theme, draws, changed, wiring]);
}

type Pressed = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

const clicked = (e: Pressed, n: Node) => n.type === "card" && !(e.ctrlKey || e.metaKey || e.shiftKey) && dispatch({ do: "node", node: n.id, panel: "node" });
const opened = (_: unknown, n: Node) => (n.type === "sticky" ? document.querySelector<HTMLElement>(".note-text")?.focus() : openCalled(now(), n.id));
const left = () => dispatch({ do: "choose", nodes: [] });
const clickedWire = (_: unknown, e: Edge) => dispatch({ do: "choose", nodes: [], wire: Number(e.id) });

const grid: [number, number] = [20, 20];
function mapColor(n: Node): string {
  if (n.type !== "card") return "transparent";
  const { lit, refused, visits, node } = n.data as Card["data"];
  return visits.some((v) => v.error) ? "var(--failed)" : refused ? "var(--refused)" : lit ? "var(--success)" : hueOf(node.type);
}
