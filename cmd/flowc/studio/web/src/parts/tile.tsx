import { memo, useSyncExternalStore } from "../lib";
import { known, listen } from "../model/now";

// Tile is the sign of a node type: its icon on the hue and in the shape of its group. Both are data of the type.
export const Tile = memo(function Tile({ type, small }: { type: string; small?: boolean }) {
  const t = useSyncExternalStore(listen, () => known().nodeTypes).find((n) => n.type === type); // they may come later
  return (
    <span className={"tile k-" + (t?.group || "logic") + (small ? " small" : "")} aria-hidden="true">
      <svg viewBox="0 0 24 24">{(t?.icon ?? []).map((d) => <path key={d} d={d} />)}</svg>
    </span>
  );
});

// hueOf is the colour of a node type.
export const hueOf = (type: string): string => "var(--" + (known().nodeTypes.find((n) => n.type === type)?.group || "logic") + ")";
