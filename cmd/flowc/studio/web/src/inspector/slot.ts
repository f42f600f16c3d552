import type { Field, Problem } from "../api/api";
import type { Kit } from "../api/ask";
import type { Json } from "../model/json";
import { known } from "../model/now";
import type { Dispatch } from "../model/store";

// Given is one setting of a node: all that it shows, and nothing else of the document, so that a key in one setting draws no other
// one anew. What it writes and asks is about the document as it is then.
export type Given = {
  dispatch: Dispatch;
  doc: string; // the key of the document
  node: string; // the id of the node
  index: number; // of the node in the document
  type: string; // of the node
  field: Field;
  pointer: string; // into the node's data
  beside: string; // the function or workflow that the value is the input of
  raw: string | undefined; // the value, as the document writes it
  problems: Problem[];
  kit: Kit | null;
  put: (pointer: string, value: string | undefined, join?: boolean) => void; // value is JSON
};

// Slot is a setting as the form shows it; places in its value are those in raw, wherever in the document that has come to stand.
export type Slot = Given & { value: Json | undefined };

const initialisms = new Set("api cors csv html http id ip json jwks jwt mcp sql tls ttl url".split(" "));

// noun is a field's name in words, without that of its type: hashInput is input, apiUrl is URL.
export function noun(f: Pick<Field, "name">, type: string): string {
  const prefix = /^[a-z]+/.exec(f.name)?.[0] ?? "";
  const rest = type.toLowerCase().endsWith(prefix) || type.toLowerCase().startsWith(prefix) ? f.name.slice(prefix.length) : f.name;
  const words = (rest || f.name).replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(" ");
  return words.map((w) => (initialisms.has(w) ? w.toUpperCase() : w)).join(" ");
}

// label is noun at the beginning of a line.
export function label(f: Pick<Field, "name">, type: string): string {
  const words = noun(f, type);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// inWords is documentation in the words of the form: fields are called as their labels, and how JSON writes a table is left out.
export function inWords(text: string, type: string): string {
  const fields = known().nodeTypes.find((t) => t.type === type)?.fields ?? [];
  const labels = new Map(fields.filter((f) => /[A-Z]/.test(f.name)).map((f) => [f.name, label(f, type)]));
  return text.replace(/`?\b([a-z]+[A-Z]\w*)\b`?/g, (whole, name: string) => labels.get(name) ?? whole).replace(/: name -> [^.]*/, "");
}
