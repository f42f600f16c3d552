// Which way a wire takes, so that it runs behind no card: straight on, or in the room between the rows.
import type { ViewNode, Wire } from "../api/api";
import type { Point } from "../model/edit";
import { cardWidth, handleAt, heightOf } from "../model/measures";

// Route is where a wire turns: how far behind its source, and before its target, it goes up or down; lane is how high it goes
// along between, null where it turns once.
export type Route = { out: number; into: number; lane: number | null };

type Box = { left: number; right: number; top: number; bottom: number };

const beside = 72; // room for the name of an output
const ahead = 24; // what a wire goes on before it turns
const [below, above] = [30, 18]; // from a lane to the cards beside it: the time that a node took stands below its card
const apart = 6; // between two wires of a lane

// routesOf are the routes of wires, in their order.
export function routesOf(nodes: ViewNode[], wires: Wire[]): Route[] {
  const boxes = nodes.map((n): Box => ({ left: n.x + 1, right: n.x + cardWidth - 1, top: n.y + 1, bottom: n.y + heightOf(n) - 1 }));
  const at = new Map(nodes.map((n) => [n.id, n]));
  const lanes = new Map<number, number>(); // how many wires a lane has
  return wires.map((w) => {
    const [from, to] = [at.get(w.from), at.get(w.to)];
    if (!from || !to) return { out: ahead, into: ahead, lane: null };
    return routeOf(from, to, w.output, boxes, lanes);
  });
}

function routeOf(from: ViewNode, to: ViewNode, output: string, boxes: Box[], lanes: Map<number, number>): Route {
  const start = { x: from.x + cardWidth, y: from.y + handleAt(from, output) };
  const end = { x: to.x, y: to.y + heightOf(to) / 2 };
  const before = from.outputs.findIndex((o) => o.name === output);
  const out = beside - 10 * Math.min(4, end.y < start.y ? from.outputs.length - 1 - before : before); // so that wires of one node do not cross
  const straight = { out, into: ahead, lane: null };
  const tries: Route[] = end.x - start.x > 2 * ahead ? [straight, { out: end.x - start.x - ahead, into: ahead, lane: null }] : [];
  const near = boxes.filter((b) => b.right > Math.min(start.x, end.x) - 2 * ahead && b.left < Math.max(start.x, end.x) + 2 * ahead);
  const heights = [...new Set(near.flatMap((b) => [b.top - above, b.bottom + below]))];
  const far = (y: number) => Math.abs(y - start.y) + Math.abs(y - end.y);
  tries.push(...heights.sort((a, b) => far(a) - far(b)).map((lane) => ({ out, into: ahead, lane })));
  const found = tries.find((r) => isFree(pointsOf(start, end, r), near)) ?? straight;
  if (found.lane === null) return found;
  const taken = lanes.get(found.lane) ?? 0;
  lanes.set(found.lane, taken + 1);
  return { ...found, lane: found.lane + apart * (taken % 3) };
}

// pointsOf are the turns of a wire from one place to another.
export function pointsOf(start: Point, end: Point, { out, into, lane }: Route): Point[] {
  if (lane === null) {
    const x = end.x - start.x > 2 * ahead ? Math.min(start.x + out, end.x - into) : start.x + out;
    return [start, { x, y: start.y }, { x, y: end.y }, end];
  }
  return [start, { x: start.x + out, y: start.y }, { x: start.x + out, y: lane }, { x: end.x - into, y: lane }, { x: end.x - into, y: end.y }, end];
}

function isFree(points: Point[], boxes: Box[]): boolean {
  return points.slice(1).every((p, i) => {
    const q = points[i]!;
    const [left, right, top, bottom] = [Math.min(p.x, q.x), Math.max(p.x, q.x), Math.min(p.y, q.y), Math.max(p.y, q.y)];
    return !boxes.some((b) => left < b.right && right > b.left && top < b.bottom && bottom > b.top);
  });
}

// pathOf draws straight parts with round turns.
export function pathOf(points: Point[]): string {
  const bends = points.slice(1, -1).map((p, i) => bend(points[i]!, p, points[i + 2]!));
  return `M${text(points[0]!)}${bends.join("")}L${text(points.at(-1)!)}`;
}

function bend(before: Point, at: Point, after: Point): string {
  const size = Math.min(10, far(before, at) / 2, far(at, after) / 2);
  if (size < 1) return `L${text(at)}`;
  return `L${text(toward(at, before, size))}Q${text(at)} ${text(toward(at, after, size))}`;
}

const far = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y); // along one axis
const toward = (a: Point, b: Point, size: number): Point => ({ x: a.x + Math.sign(b.x - a.x) * size, y: a.y + Math.sign(b.y - a.y) * size });
const text = (p: Point): string => `${p.x} ${p.y}`;
