// Changes of a document's text: each takes the text and returns it changed in the one place that is meant. The server puts it
// into its canonical form when it is written.
import { follow, get, numberOf, read, textOf, type Json } from "./json";

export type Point = { x: number; y: number };
export type DocNode = { id: string; type: string; at: Point; placed: boolean; index: number; data: Json | undefined };
export type DocWire = { index: number; from: string; output: string; to: string };
export type Drawn = { root: Json; nodes: DocNode[]; wires: DocWire[]; notes: { id: string; text: string; position: Point }[] };

// drawnOf is what a document's text draws. It throws NoJson.
export function drawnOf(text: string): Drawn {
  const root = read(text);
  const all = (get(root, "nodes")?.items ?? []).map((n, index): DocNode => {
    const position = get(n, "position");
    const at = { x: numberOf(get(position, "x")), y: numberOf(get(position, "y")) };
    return { id: textOf(get(n, "id")), type: textOf(get(n, "type")), at, placed: !!position, index, data: get(n, "data") };
  });
  const wires = (get(root, "edges")?.items ?? []).map((e, index): DocWire => ({
    index, from: textOf(get(e, "source")), output: textOf(get(e, "sourceHandle")) || "out", to: textOf(get(e, "target")),
  }));
  const notes = all.filter((n) => n.type === "note").map((n) => ({ id: n.id, text: textOf(get(n.data, "text")), position: n.at }));
  return { root, nodes: all.filter((n) => n.type !== "note"), wires, notes };
}

type Splice = { start: number; end: number; text: string };

function splice(text: string, ...splices: Splice[]): string {
  return splices.sort((a, b) => b.start - a.start).reduce((t, s) => t.slice(0, s.start) + s.text + t.slice(s.end), text);
}

// removed is the splice that takes an item or member out of a list, with the comma that goes with it.
function removed(list: { start: number; end: number }[], index: number): Splice {
  const it = list[index]!;
  const next = list[index + 1];
  const before = list[index - 1];
  if (next) return { start: it.start, end: next.start, text: "" };
  return { start: before ? before.end : it.start, end: it.end, text: "" };
}

const span = (m: { start: number; value: Json }) => ({ start: m.start, end: m.value.end });

// put writes a member of an object: in its place where there is one, else behind those that come before it in an order that
// it had, else behind all.
function put(node: Json, key: string, value: string, order: string[] = []): Splice {
  const at = get(node, key);
  if (at) return { start: at.start, end: at.end, text: value };
  const before = order.slice(0, Math.max(0, order.indexOf(key)));
  const last = order.includes(key) ? node.members.findLast((m) => before.includes(m.key)) : node.members.at(-1);
  const first = node.members[0];
  if (!last && first) return { start: first.start, end: first.start, text: JSON.stringify(key) + ": " + value + ", " };
  const member = JSON.stringify(key) + ": " + value;
  return last ? { start: last.value.end, end: last.value.end, text: ", " + member } : { start: node.start + 1, end: node.start + 1, text: member };
}

// added puts an item into an array, before the one at index.
function added(list: Json, index: number, item: string): Splice {
  const before = list.items[index - 1];
  if (before) return { start: before.end, end: before.end, text: ", " + item };
  return { start: list.start + 1, end: list.start + 1, text: item + (list.items.length > 0 ? ", " : "") };
}

// withLists is a document that has its lists of nodes and wires.
function withLists(text: string): string {
  let next = text;
  for (const key of ["nodes", "edges"]) {
    const root = read(next);
    if (get(root, key)?.kind !== "array") next = splice(next, put(root, key, "[]"));
  }
  return next;
}

const nodeAt = (text: string, id: string): Json | undefined => get(read(text), "nodes")?.items.find((n) => textOf(get(n, "id")) === id);

// setData writes what a pointer names in a node's data, as JSON; undefined takes the field away. A field that comes back
// stands where it stood in order.
export function setData(text: string, id: string, pointer: string, value: string | undefined, order: string[] = []): string {
  const node = nodeAt(text, id);
  if (!node) return text;
  const data = get(node, "data");
  if (!data || data.kind !== "object") {
    if (value === undefined) return text;
    return setData(splice(text, put(node, "data", "{}")), id, pointer, value);
  }
  const parts = pointer.split("/").slice(1);
  const key = parts.pop()!.replaceAll("~1", "/").replaceAll("~0", "~");
  const parent = follow(data, parts.map((p) => "/" + p).join(""));
  if (!parent && parts.length === 1 && value !== undefined) {
    return setData(text, id, "/" + parts[0]!, "{" + JSON.stringify(key) + ": " + value + "}");
  }
  if (!parent || parent.kind !== "object") return text;
  if (value !== undefined) return splice(text, put(parent, key, value, parts.length === 0 ? order : []));
  const index = parent.members.findIndex((m) => m.key === key);
  return index < 0 ? text : splice(text, removed(parent.members.map(span), index));
}

export type Fresh = { id: string; type: string; at: Point; data: string }; // data is JSON

export function addNodes(text: string, fresh: string[]): string {
  let next = withLists(text);
  for (const node of fresh) {
    const list = get(read(next), "nodes")!;
    next = splice(next, added(list, list.items.length, node));
  }
  return next;
}

export const nodeText = (n: Fresh): string =>
  `{"id": ${JSON.stringify(n.id)}, "type": ${JSON.stringify(n.type)}, "position": {"x": ${n.at.x}, "y": ${n.at.y}}, "data": ${n.data}}`;

// addWire puts a wire behind those of the same node, so that the wires of a node stand together in the file.
export function addWire(text: string, from: string, output: string, to: string): string {
  const next = withLists(text);
  const { wires, nodes } = drawnOf(next);
  if (wires.some((w) => w.from === from && w.output === output && w.to === to)) return text;
  const list = get(read(next), "edges")!;
  const last = wires.findLast((w) => w.from === from);
  const before = new Set(nodes.slice(0, nodes.findIndex((n) => n.id === from)).map((n) => n.id));
  const index = last ? last.index + 1 : 1 + (wires.findLast((w) => before.has(w.from))?.index ?? -1);
  const handle = output === "out" ? "" : `"sourceHandle": ${JSON.stringify(output)}, `;
  return splice(next, added(list, index, `{"source": ${JSON.stringify(from)}, ${handle}"target": ${JSON.stringify(to)}}`));
}

// remove takes nodes with their wires out, and single wires by their place.
export function remove(text: string, ids: string[], indexes: number[]): string {
  const { wires } = drawnOf(text);
  const gone = wires.filter((w) => ids.includes(w.from) || ids.includes(w.to) || indexes.includes(w.index));
  let next = text;
  for (const index of gone.map((w) => w.index).sort((a, b) => b - a)) {
    next = splice(next, removed(get(read(next), "edges")!.items, index));
  }
  for (const id of ids) {
    const list = get(read(next), "nodes")!.items;
    const index = list.findIndex((n) => textOf(get(n, "id")) === id);
    if (index >= 0) next = splice(next, removed(list, index));
  }
  return next;
}

// move puts nodes elsewhere.
export function move(text: string, to: Map<string, Point>): string {
  let next = text;
  for (const [id, at] of to) {
    const node = nodeAt(next, id);
    if (!node) continue;
    const old = get(node, "position");
    const [x, y] = [String(Math.round(at.x)), String(Math.round(at.y))];
    if (old && get(old, "x")?.value === x && get(old, "y")?.value === y) continue;
    const value = `{"x": ${x}, "y": ${y}}`;
    // What a canvas beside ours has put into the position stays.
    next = old?.kind === "object" ? splice(next, put(old, "x", x)) : splice(next, put(node, "position", value));
    if (old?.kind === "object") next = splice(next, put(get(nodeAt(next, id), "position")!, "y", y));
  }
  return next;
}

// between leads a wire through a node that stood alone.
export function between(text: string, index: number, node: string, output: string): string {
  const wire = drawnOf(text).wires.find((w) => w.index === index);
  if (!wire || wire.from === node || wire.to === node) return text;
  const edge = get(read(text), "edges")!.items[index]!;
  const next = splice(text, put(edge, "target", JSON.stringify(node)));
  return output ? addWire(next, node, output, wire.to) : next;
}

// setTop writes a key of the document itself.
export const setTop = (text: string, key: string, value: string): string => splice(text, put(read(text), key, value));

// setNode writes a key of a node beside its data.
export function setNode(text: string, id: string, key: string, value: string): string {
  const node = nodeAt(text, id);
  return node ? splice(text, put(node, key, value)) : text;
}

// setId gives a node another id, and its wires with it.
export function setId(text: string, id: string, next: string): string {
  const quoted = JSON.stringify(next);
  let out = setNode(text, id, "id", quoted);
  for (const w of drawnOf(text).wires) {
    const edge = () => get(read(out), "edges")!.items[w.index]!;
    if (w.from === id) out = splice(out, put(edge(), "source", quoted));
    if (w.to === id) out = splice(out, put(edge(), "target", quoted));
  }
  return out;
}

// setTexts writes the texts of a key in a section of a folder's defaults.json, "" where there is none yet: none take the key away, and
// the section with its last key.
export function setTexts(text: string, section: string, key: string, texts: string[]): string {
  const next = text.trim() === "" ? '{"version": 1}' : text;
  const [root, list] = [read(next), JSON.stringify(texts)];
  const of = get(root, section);
  if (of?.kind !== "object") return texts.length > 0 ? setTop(next, section, `{${JSON.stringify(key)}: ${list}}`) : text;
  if (texts.length > 0) return splice(next, put(of, key, list));
  const [inside, above] = [of.members.findIndex((m) => m.key === key), root.members.findIndex((m) => m.key === section)];
  if (inside < 0) return text;
  return splice(next, of.members.length > 1 ? removed(of.members.map(span), inside) : removed(root.members.map(span), above));
}
