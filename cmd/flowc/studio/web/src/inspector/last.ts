// What the values that exist at a node were in the execution that is shown: as it was logged, which is masked.
import type { State } from "../model/model";
import { cut, readable } from "../model/text";

const longest = 60; // characters shown of a value

// lastValue is what a reference stood for, "" where that is not known.
export function lastValue(s: State, ref: string): string {
  const path = ref.replace(/\["?([^\]"]*)"?\]/g, ".$1").split(".");
  const value = follow(nodeOf(s, path[0]!), path.slice(1)) ?? follow(entryOf(s), path);
  return value === undefined ? "" : cut(readable(value), longest);
}

const visits = (s: State) => s.execution?.visits ?? [];

// nodeOf is what a node has yielded last.
const nodeOf = (s: State, name: string): unknown => visits(s).findLast((v) => v.node === name && v.values != null)?.values;

// entryOf is what the caller has sent: its fields are read by their own names too.
function entryOf(s: State): unknown {
  const entry = (s.workflow?.view.nodes ?? []).find((n) => n.entry && visits(s).some((v) => v.node === n.name));
  return entry && nodeOf(s, entry.name);
}

function follow(value: unknown, path: string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
