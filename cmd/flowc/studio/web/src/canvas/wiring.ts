import { useMemo, useReactFlow } from "../lib";
import type { Connection, FinalConnectionState } from "@xyflow/react";
import { connect } from "../model/changes";
import { cardHeight } from "../model/measures";
import { dispatch } from "../model/now";

// useWiring connects; a wire that is dropped on the empty canvas asks what comes there.
export function useWiring() {
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
      dispatch({ do: "ask", asking: { what: "after", node: from, output, at: { x: at.x, y: at.y - cardHeight / 2 }, screen } });
    },
  }), [flow]);
}
