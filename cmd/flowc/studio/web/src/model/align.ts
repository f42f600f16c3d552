// Several nodes in one line, or at the same distance.
import { moveNodes, placesOf } from "./changes";
import type { Point } from "./edit";
import { cardWidth } from "./measures";
import { now } from "./now";
import { snapped, type Placed } from "./spread";

type Axis = "x" | "y";

const chosen = (): Placed[] => {
  const s = now();
  return placesOf(s).filter((p) => s.chosen.includes(p.id));
};

// align puts the chosen nodes where the first of them begins, below or beside each other.
export function align(axis: Axis): void {
  const list = chosen();
  const line = Math.min(...list.map((p) => p.at[axis]));
  moveNodes(new Map(list.map((p): [string, Point] => [p.id, { ...p.at, [axis]: line }])), -1);
}

// distribute leaves as much room between each of the chosen nodes and the next, the first staying where it is, and at least 40.
export function distribute(axis: Axis): void {
  const list = chosen().sort((a, b) => a.at[axis] - b.at[axis]);
  const size = (p: Placed) => (axis === "x" ? cardWidth : p.height);
  const [first, last] = [list[0]!, list.at(-1)!];
  const room = last.at[axis] + size(last) - first.at[axis] - list.reduce((sum, p) => sum + size(p), 0);
  const gap = Math.max(40, room / (list.length - 1));
  let at = first.at[axis];
  const places = list.map((p): [string, Point] => {
    const place: [string, Point] = [p.id, { ...p.at, [axis]: snapped(at) }];
    at += size(p) + gap;
    return place;
  });
  moveNodes(new Map(places), -1);
}
