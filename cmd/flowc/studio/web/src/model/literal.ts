// How a value is typed in a form: text as it is, and anything else as JSON: 5, true, null, [1], {"a": 1}, and "5" for a text
// that would read as something else.
import { escape, NoJson, read, type Json } from "./json";

const literal = /^\s*(?:["[]|\{(?!\{)|(?:-?\d[\d.eE+-]*|true|false|null)\s*$)/;

// jsonOf is what was typed, as JSON. It throws NoJson where that has begun to be JSON and is none.
export function jsonOf(typed: string): string {
  if (!literal.test(typed)) return JSON.stringify(typed);
  try {
    read(typed);
  } catch (e) {
    if (e instanceof NoJson && /^\s*[-\d]/.test(typed)) return JSON.stringify(typed);
    throw e;
  }
  return typed.trim();
}

// typedOf is how a value is shown; raw is how the document writes it.
export function typedOf(value: Json | undefined, raw: string): string {
  if (!value) return "";
  if (value.kind !== "string") return raw;
  const text = value.value as string;
  return text !== "" && literal.test(text) ? raw : text;
}

export type Spot = { pointer: string; offset: number; base: number }; // base is where the text begins in what is typed

// spotOf is the text in which a place of what was typed stands: itself, or one within JSON. It is null where there is none.
export function spotOf(typed: string, at: number): Spot | null {
  if (!literal.test(typed)) return { pointer: "", offset: at, base: 0 };
  try {
    return within(read(typed), typed, at, "");
  } catch (e) {
    if (e instanceof NoJson) return null;
    throw e;
  }
}

function within(node: Json, typed: string, at: number, pointer: string): Spot | null {
  if (at <= node.start || at >= node.end) return null;
  if (node.kind === "string") {
    const before = typed.slice(node.start + 1, at);
    // Offsets are those of the decoded text, which is the written one where nothing is escaped.
    return before.includes("\\") ? null : { pointer, offset: before.length, base: node.start + 1 };
  }
  for (const [i, item] of node.items.entries()) {
    const found = within(item, typed, at, pointer + "/" + i);
    if (found) return found;
  }
  for (const m of node.members) {
    const found = within(m.value, typed, at, pointer + "/" + escape(m.key));
    if (found) return found;
  }
  return null;
}

// spanOf is where a part of the text that pointer names stands in what was typed; null where it is not there.
export function spanOf(typed: string, pointer: string, start: number, end: number): { from: number; to: number } | null {
  const all = start === 0 && end === 0;
  if (!literal.test(typed)) return pointer ? null : { from: all ? 0 : start, to: all ? typed.length : Math.min(end, typed.length) };
  let node: Json | undefined;
  try {
    node = read(typed);
  } catch {
    return null;
  }
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const next: Json | undefined = node.kind === "array" ? node.items[Number(key)] : node.members.find((m) => m.key === key)?.value;
    if (!next) return null;
    node = next;
  }
  if (all || node.kind !== "string") return { from: node.start, to: node.end };
  return { from: node.start + 1 + start, to: Math.min(node.start + 1 + end, node.end) };
}
