// The boxes of plain values: a choice, a number, a duration.
import { label, type Slot } from "./slot";

const several = "[]"; // what no choice is called: one becomes a list of such

export function Choice({ slot, about }: { slot: Slot; about: string }) {
  const { field: f, value, put, pointer } = slot;
  const typed = value ? String(value.value) : "";
  const choose = (next: string) => put(pointer, next === "" ? undefined : JSON.stringify(next === several ? [typed || f.default || f.enum[0]] : next));
  return (
    <select value={typed} aria-label={label(f, slot.type)} aria-describedby={about} onChange={(e) => choose(e.target.value)}>
      {(!f.required || typed === "") && <option value="">{f.default ? f.default + " (default)" : f.required ? "choose …" : "not set"}</option>}
      {f.enum.map((e) => <option key={e} value={e}>{e}</option>)}
      {typed !== "" && !f.enum.includes(typed) && <option value={typed}>{typed}</option>}
      {f.several && <option value={several}>a list …</option>}
    </select>
  );
}

// Plain is a number, a size or a duration: written as a number where it is one.
export function Plain({ slot, about }: { slot: Slot; about: string }) {
  const { field: f, value, put, pointer } = slot;
  const bounds = f.min !== 0 || f.max !== 0 ? f.min + " to " + f.max : "";
  const change = (typed: string) => put(pointer, typed === "" ? undefined : /^-?(0|[1-9]\d*)$/.test(typed) && f.shape !== "duration" ? typed : JSON.stringify(typed), true);
  return (
    <input
      value={value ? String(value.value) : ""} aria-label={label(f, slot.type)} aria-describedby={about} inputMode={f.shape === "int" ? "numeric" : "text"} autoComplete="off"
      spellCheck={false} placeholder={f.default || bounds || (f.shape === "duration" ? "15m" : "")} title={bounds} onChange={(e) => change(e.target.value)}
    />
  );
}
