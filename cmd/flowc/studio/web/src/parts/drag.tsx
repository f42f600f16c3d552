// Dragging with the pointer: what is dragged is known at once, and drawn where there is time for it.
import { useRef, useState } from "../lib";
import type { PointerEvent } from "react";
import type { Point } from "../model/edit";

const slack = 3; // pixels that a hand moves in a click

export type Drag<T> = { what: T; at: Point };

// useDrag has drop called with what is dragged and where it is let go. ghost is what is to be drawn under the pointer; a click that
// follows a drag means nothing, which clicked tells.
export function useDrag<T>(drop: (what: T, at: Point) => void) {
  const held = useRef<{ what: T; from: Point; moved: boolean } | null>(null);
  const moved = useRef(false);
  const [ghost, show] = useState<Drag<T> | null>(null);
  const handlers = (what: T) => ({
    onPointerDown: (e: PointerEvent<HTMLElement>) => {
      e.preventDefault();
      e.currentTarget.setPointerCapture(e.pointerId);
      held.current = { what, from: { x: e.clientX, y: e.clientY }, moved: false };
      moved.current = false;
    },
    onPointerMove: (e: PointerEvent<HTMLElement>) => {
      const h = held.current;
      if (!h || e.buttons !== 1 || (!h.moved && Math.hypot(e.clientX - h.from.x, e.clientY - h.from.y) <= slack)) return;
      h.moved = moved.current = true;
      show({ what, at: { x: e.clientX, y: e.clientY } });
    },
    onPointerUp: (e: PointerEvent<HTMLElement>) => {
      const h = held.current;
      held.current = null;
      show(null);
      if (h?.moved) drop(h.what, { x: e.clientX, y: e.clientY });
    },
    onPointerCancel: () => {
      held.current = null;
      show(null);
    },
  });
  return { ghost, handlers, clicked: (e: { detail: number }) => e.detail === 0 || !moved.current }; // no keyboard drags
}

// Ghost is what is dragged, beside the pointer.
export function Ghost({ at, text }: { at: Point; text: string }) {
  return <div className="ghost" style={{ left: at.x + 8, top: at.y + 8 }}>{text}</div>;
}

// wireAt is the wire at a place of the screen, -1 where there is none.
export function wireAt(p: Point): number {
  const wire = document.elementsFromPoint(p.x, p.y).map((e) => e.closest<HTMLElement>(".react-flow__edge")).find((e) => e);
  return wire ? Number(wire.dataset["id"]) : -1;
}
