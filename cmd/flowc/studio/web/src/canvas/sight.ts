import { useEffect, useReactFlow } from "../lib";
import type { Workflow } from "../api/api";
import { cardWidth as width, heightOf } from "../model/measures";

export const whole = { padding: { top: "60px", bottom: "40px", left: "30px", right: "44px" }, maxZoom: 1 } as const; // all that is drawn, beside the tools

// useSight brings the chosen node into sight, and f all of them.
export function useSight(workflow: Workflow, chosen: string): void {
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
