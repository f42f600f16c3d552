// Which settings of a node its form shows, and in what order.
import type { Field, NodeType, Problem, When } from "../api/api";
import type { DraftProblem } from "../api/ask";
import { applies } from "../model/drawn";
import { drawnOf, type DocNode } from "../model/edit";
import { get } from "../model/json";

// keysIn are the settings of a node in their order in the file, so that one that is cleared and typed anew is no change.
export const keysIn = (text: string, id: string): string[] => drawnOf(text).nodes.find((n) => n.id === id)?.data?.members.map((m) => m.key) ?? [];

// fieldOf is the field that a problem is about: where it stands, or the one that it misses.
export function fieldOf(p: Problem, type: NodeType): string {
  return (p as Partial<DraftProblem>).field || (type.fields.find((f) => p.message.includes(JSON.stringify(f.name)))?.name ?? "");
}

// deciding are the fields by which others, or outputs, mean something.
function deciding(type: NodeType): Set<string> {
  const names = new Set([type.mode]);
  const add = (w: When): void => {
    if (!w) return;
    names.add(w.field);
    add(w.also);
  };
  for (const x of [...type.fields, ...type.outputs]) add(x.when);
  return names;
}

const asRequired = new WeakMap<Field, Field>(); // one each, so that what shows it is drawn anew only where it is another

function required(f: Field): Field {
  const made = asRequired.get(f) ?? { ...f, required: true };
  asRequired.set(f, made);
  return made;
}

const leading = 3; // fields of a type that are always seen: the first ones are those that say most

// sorted tells the settings that are given or must be from those that may be, and those that mean nothing here.
export function sorted(type: NodeType, node: DocNode, before: string[]) {
  const given = (name: string) => get(node.data, name) !== undefined;
  const decides = deciding(type);
  const known = type.fields.filter((f) => applies(f.when, node.data, type)).map((f) => (f.needed && applies(f.needed, node.data, type) ? required(f) : f));
  const first = known.filter((f) => type.fields.findIndex((t) => t.name === f.name) < leading || f.required || before.includes(f.name) || decides.has(f.name));
  const small = known.length - first.length <= 1 || known.length <= 4;
  return {
    first: small ? known : first, more: small ? [] : known.filter((f) => !first.includes(f)),
    idle: type.fields.filter((f) => !known.some((k) => k.name === f.name) && given(f.name)).map((f) => f.name),
  };
}
