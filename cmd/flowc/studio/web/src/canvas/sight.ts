import { useEffect, useReactFlow } from "../lib";
import type { ReactFlowInstance, Viewport } from "@xyflow/react";
import type { Workflow } from "../api/api";
import { cardWidth as width, heightOf } from "../model/measures";

const readable = 0.85; // the least zoom at which a canvas opens: its text has 11 px then
const room = { top: 60, bottom: 40, left: 30, right: 90 }; // for tools, and for the names of outputs
const edge = 10; // beside what just fits at that zoom
export const whole = { padding: { top: "60px", bottom: "40px", left: "30px", right: "90px" }, maxZoom: 1 } as const; // all that is drawn

// opening is where a canvas opens: all of it where that can be read, else where it begins.
export function opening(w: Workflow, pane: { width: number; height: number }): Viewport {
  const nodes = w.view.nodes ?? [];
  if (nodes.length === 0) return { x: pane.width / 3, y: pane.height / 3, zoom: 1 };
  const [left, top] = [Math.min(...nodes.map((n) => n.x)), Math.min(...nodes.map((n) => n.y))];
  const [right, bottom] = [Math.max(...nodes.map((n) => n.x + width)), Math.max(...nodes.map((n) => n.y + heightOf(n)))];
  const [across, down] = [pane.width - room.left - room.right, pane.height - room.top - room.bottom];
  const zoom = Math.max(readable, Math.min(1, across / (right - left), down / (bottom - top)));
  const entry = nodes.filter((n) => n.entry).sort((a, b) => a.x - b.x || a.y - b.y)[0] ?? nodes.find((n) => n.x === left)!;
  const fitsAcross = (right - left) * zoom <= across;
  const fitsDown = (bottom - top) * zoom <= down;
  const before = (right - left) * zoom <= pane.width - 2 * edge ? Math.min(room.left, pane.width - edge - (right - left) * zoom) : room.left;
  const middle = room.top + down / 2 - (entry.y + heightOf(entry) / 2) * zoom;
  return {
    zoom,
    x: fitsAcross ? room.left + across / 2 - ((left + right) / 2) * zoom : before - entry.x * zoom,
    y: fitsDown ? room.top + down / 2 - ((top + bottom) / 2) * zoom : Math.min(middle, room.top - top * zoom),
  };
}

type Flow = Pick<ReactFlowInstance, "setViewport" | "setCenter">;

// open shows a canvas as it opens, or the node that was looked for.
export function open(flow: Flow, w: Workflow, found: string): void {
  const pane = document.querySelector(".react-flow")?.getBoundingClientRect();
  if (pane && !center(flow, w, found)) void flow.setViewport(opening(w, pane));
}

// center shows a node in the middle, at its own size.
function center(flow: Flow, w: Workflow, id: string): boolean {
  const n = w.view.nodes?.find((x) => x.id === id);
  if (n) void flow.setCenter(n.x + width / 2, n.y + heightOf(n) / 2, { zoom: 1, duration: still() ? 0 : 150 });
  return !!n;
}

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

// useSight brings the chosen node into sight, the one that was looked for into the middle, and f all of them.
export function useSight(workflow: Workflow, chosen: string, found: string): void {
  const flow = useReactFlow();
  useEffect(() => void center(flow, workflow, found), [found]);
  useEffect(() => {
    if (chosen === found) return;
    const n = workflow.view.nodes?.find((x) => x.id === chosen);
    const pane = document.querySelector(".react-flow")?.getBoundingClientRect();
    if (!n || !pane) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [n.x * zoom + x, n.y * zoom + y];
    const seen = left >= 0 && top >= 0 && left + width * zoom <= pane.width && top + heightOf(n) * zoom <= pane.height;
    if (!seen) void flow.setCenter(n.x + width / 2, n.y + heightOf(n) / 2, { zoom: Math.max(zoom, readable), duration: 150 });
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
