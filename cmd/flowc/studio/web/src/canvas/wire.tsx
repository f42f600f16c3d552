import { BaseEdge, EdgeLabelRenderer, memo, useState } from "../lib";
import type { EdgeProps } from "@xyflow/react";
import { disconnect } from "../model/changes";
import { dispatch } from "../model/now";
import type { Line } from "./figures";
import { pathOf, pointsOf } from "./routes";

export const wires = { wire: memo(WireLine) };

// WireLine is a wire. Pointed at or chosen, it shows what went over it last, and buttons to put a node into it and to remove it.
function WireLine({ id, source, sourceX, sourceY, targetX, targetY, style, label, selected, data }: EdgeProps<Line>) {
  const [pointed, point] = useState(false);
  const points = pointsOf({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, data!.route);
  const [a, b] = [points[Math.floor((points.length - 1) / 2)]!, points[Math.ceil((points.length - 1) / 2)]!];
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const hover = { onMouseEnter: () => point(true), onMouseLeave: () => point(false) };
  return (
    <>
      <g {...hover}><BaseEdge path={pathOf(points)} labelX={x} labelY={y} label={label} style={style} /></g>
      {(pointed || selected) && (
        <EdgeLabelRenderer>
          <div className="wire-tools nodrag nopan" style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }} {...hover}>
            {data!.editable && <Buttons wire={Number(id)} source={source} />}
            {data!.value && <span className="last-value">Last value <code>{data!.value}</code></span>}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

function Buttons({ wire, source }: { wire: number; source: string }) {
  const insert = (e: { currentTarget: HTMLElement }) => {
    const { left, bottom } = e.currentTarget.getBoundingClientRect();
    dispatch({ do: "ask", asking: { what: "any", node: source, output: "", wire, at: null, screen: { x: left, y: bottom + 4 } } });
  };
  return (
    <span className="pair">
      <button aria-label="put a node into the wire" title="Put a node in between" onClick={insert}>+</button>
      <button aria-label="remove the wire" title="Remove the wire" onClick={() => disconnect(wire)}>×</button>
    </span>
  );
}
