import { useEffect, useRef, useState } from "../lib";

export type Sides = { min: number; max: number; before: boolean }; // before is whether the panel stands left of its edge

// useRemembered is a value that this browser keeps.
export function useRemembered<T extends string | number | boolean>(name: string, initial: T): [T, (value: T) => void] {
  const [value, set] = useState<T>(() => (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? initial);
  useEffect(() => {
    if (value !== initial) localStorage.setItem(name, JSON.stringify(value));
    else localStorage.removeItem(name);
  }, [value]);
  return [value, set];
}

// Resizer is the edge of a panel: dragged, or moved by the arrow keys, it makes the panel wider.
export function Resizer({ label, width, set, min, max, before }: Sides & { label: string; width: number; set: (width: number) => void }) {
  const held = useRef<{ x: number; width: number } | null>(null);
  const to = (w: number) => set(Math.round(Math.min(max, Math.max(min, w))));
  const way = before ? 1 : -1;
  return (
    <div
      className="resizer" role="separator" aria-orientation="vertical" aria-label={label} tabIndex={0} aria-valuenow={width} aria-valuemin={min} aria-valuemax={max}
      onPointerDown={(e) => {
        e.preventDefault();
        e.currentTarget.setPointerCapture(e.pointerId);
        held.current = { x: e.clientX, width };
      }}
      onPointerMove={(e) => held.current && to(held.current.width + way * (e.clientX - held.current.x))}
      onPointerUp={() => (held.current = null)}
      onKeyDown={(e) => {
        if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
        e.preventDefault();
        e.stopPropagation();
        to(width + way * (e.key === "ArrowRight" ? 16 : -16));
      }}
    />
  );
}
