import { BaseEdge, memo } from "../lib";
import type { EdgeProps } from "@xyflow/react";
import type { Line } from "./figures";
import { pathOf, pointsOf } from "./routes";

export const wires = { wire: memo(WireLine) };

function WireLine({ sourceX, sourceY, targetX, targetY, style, label, data }: EdgeProps<Line>) {
  const points = pointsOf({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, data!.route);
  const [a, b] = [points[Math.floor((points.length - 1) / 2)]!, points[Math.ceil((points.length - 1) / 2)]!];
  return <BaseEdge path={pathOf(points)} labelX={(a.x + b.x) / 2} labelY={(a.y + b.y) / 2} label={label} style={style} />;
}
