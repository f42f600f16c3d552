import type { Edge, Node, NodeProps } from "@xyflow/react";
import type { Wire, Workflow } from "../api/api";
import type { Since } from "../api/ask";
import { Handle, memo, Position } from "../lib";
import { border, cardWidth as width, column, handleAt, heightOf } from "../model/measures";
import { freeAt } from "../model/spread";
import { Tile } from "../parts/tile";
import type { Card, CardData, Line } from "./figures";
import { routesOf } from "./routes";

export type Gone = Node<Pick<CardData, "node">, "gone">;

// GoneNode is a node that HEAD has and the draft has not.
export const GoneNode = memo(function GoneNode({ data: { node: n } }: NodeProps<Gone>) {
  return (
    <div className="card since-gone">
      {!n.entry && <Handle type="target" position={Position.Left} isConnectable={false} />}
      <div className="face">
        <Tile type={n.type} />
        <div><div className="title"><strong>{n.name}</strong></div><div className="says" title={n.kind}>{n.says || n.kind}</div></div>
      </div>
      {n.outputs.map((o) => <Handle key={o.name} type="source" id={o.name} position={Position.Right} isConnectable={false} style={{ top: handleAt(n, o.name) - border }} />)}
      <div className="since">− gone</div>
    </div>
  );
});

// changedIn marks the cards that are new or changed, and adds those that are gone.
export function changedIn(nodes: Node[], since: Since | null): Node[] {
  if (!since) return nodes;
  const cards = nodes.filter((n): n is Card => n.type === "card");
  const signs = new Map(since.changes.filter((c) => c.node && c.sign !== "-").map((c) => [c.node, c.sign === "+" ? "new" : "changed"] as const));
  const marked = nodes.map((n) => (signs.has(n.id) ? { ...n, data: { ...n.data, since: signs.get(n.id) } } : n));
  const places = cards.map((c) => ({ id: c.id, at: c.position, height: c.height! }));
  const gone = since.nodes.map((node): Gone => {
    const from = places.find((p) => since.wires.some((w) => w.to === node.id && w.from === p.id)); // what led to it
    const at = freeAt(places, from ? { x: from.at.x + column, y: from.at.y } : { x: node.x, y: node.y }, heightOf(node));
    places.push({ id: node.id, at, height: heightOf(node) });
    return { id: goneId(node.id), type: "gone", position: at, width, height: heightOf(node), data: { node }, selectable: false, focusable: false, draggable: false, ariaLabel: node.name + ", gone since HEAD" };
  });
  return [...marked, ...gone];
}

const goneId = (id: string): string => "gone " + id;

const same = (a: Wire, b: Wire): boolean => a.from === b.from && a.to === b.to && a.output === b.output;

// changedWires marks the wires that are new, and adds those that are gone.
export function changedWires(lines: Line[], w: Workflow, since: Since | null): Edge[] {
  if (!since) return lines;
  const fresh = (id: string) => {
    const wire = w.view.wires?.find((x, i) => String(x.index ?? i) === id);
    return !!wire && since.changes.some((c) => c.sign === "+" && c.wire && same(c.wire, wire));
  };
  const marked = lines.map((l): Line => (fresh(l.id) ? { ...l, className: l.className + " since-new", label: "+", style: { stroke: "var(--success)" } } : l));
  const there = w.view.nodes ?? [];
  const end = (id: string): string => (there.some((n) => n.id === id) ? id : goneId(id));
  const routes = routesOf([...there, ...since.nodes], since.wires);
  const gone = since.wires.map((wire, i): Line => ({
    id: "gone " + i, type: "wire", source: end(wire.from), target: end(wire.to), data: { route: routes[i]!, value: "", editable: false }, className: "since-gone", label: "−", focusable: false,
    sourceHandle: there.find((n) => n.id === wire.from)?.outputs.some((o) => o.name === wire.output) === false ? undefined : wire.output, style: { stroke: "var(--draft)" },
  }));
  return [...marked, ...gone];
}
