import { useCallback, useEffect, useMemo, useRef, useState } from "../lib";
import type { Node, NodeChange } from "@xyflow/react";
import { useAlike } from "../model/alike";
import { moveNodes } from "../model/changes";
import type { Point } from "../model/edit";
import { dispatch, now } from "../model/now";
import { wireAt } from "../parts/drag";

// usePlaces keeps where nodes are while they are dragged, and how large they are: a node that is drawn anew keeps its size,
// without which the library drops the ends of its wires.
export function usePlaces(nodes: Node[]): [Node[], (changes: NodeChange[]) => void] {
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
export const idOf = (id: string): string => id.replace(/^note /, "");

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
