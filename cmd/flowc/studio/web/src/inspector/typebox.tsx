import type { Json } from "../model/json";
import type { Slot } from "./slot";
import { Typed } from "./typed";

const other = "{}"; // what no type is called

type Box = { slot: Slot; pointer: string; value: Json | undefined; label: string; set: (type: string) => void; files?: boolean };

// TypeBox picks a type by its name; one with members, and a list, is written as JSON.
export function TypeBox({ slot, pointer, value, label, set, files }: Box) {
  const names = [...(slot.kit?.types ?? []), ...(files ? ["file"] : [])];
  const typed = value?.kind === "string" ? String(value.value).replace(/\?$/, "") : "";
  const choose = (next: string) => set(next === other ? '["' + (typed || "string") + '"]' : JSON.stringify(next));
  if (value && (value.kind !== "string" || !names.includes(typed))) return <Typed slot={slot} pointer={pointer} value={value} label={label} />;
  return (
    <select value={typed} aria-label={label} onChange={(e) => choose(e.target.value)}>
      {!value && <option value="">any</option>}
      {names.map((n) => <option key={n} value={n}>{n}</option>)}
      <option value={other}>list, object …</option>
    </select>
  );
}
