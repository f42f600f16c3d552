// What a person does to a drawing, as changes of the document: each is one step that can be undone.
import type { NodeType, Output } from "../api/api";
import type { Loose } from "../api/ask";
import type { Doc } from "./doc";
import { drawing, outputsOf } from "./drawn";
import { addNodes, addWire, between, move, nodeText, remove, type DocNode, type Point } from "./edit";
import { cardHeight, column, heightOf, row } from "./measures";
import { freeAt, roomFor, type Placed } from "./spread";
import type { Asking, State } from "./model";
import { dispatch, now } from "./now";

const docOf = (s: State): Doc | undefined => s.docs[s.open];

export type Edit = { label: string; join?: string; choose?: string[]; renames?: [string, string] };

// edit changes the text of a document, as it is now, in one step.
export function edit(key: string, change: (text: string) => string, more: Edit): void {
  const d = now().docs[key];
  if (d) dispatch({ do: "edit", key, text: change(d.text), at: performance.now(), ...more });
}

// freshId is the type and a number that no node has.
export function freshId(type: string, taken: string[]): string {
  for (let n = 1; ; n++) if (!taken.includes(type + n)) return type + n;
}

const dataOf = (t: NodeType, more: Record<string, unknown> = {}): string => JSON.stringify({ ...t.fresh, ...more });

// placesOf are the nodes with the places where the canvas has them.
export function placesOf(s: State): Placed[] {
  return (s.workflow?.view.nodes ?? []).map((n) => ({ id: n.id, at: { x: n.x, y: n.y }, height: heightOf(n) }));
}

// settled is the text with every node where it is drawn: the file of one that is placed by hand says where all are.
export function settled(s: State, d: Doc): string {
  const drawn = drawing(d.text);
  if (!drawn) return d.text;
  const notes = (s.workflow?.notes ?? []).map((n): [string, Point] => [n.id, n.position]);
  return move(d.text, new Map([...placesOf(s).map((n): [string, Point] => [n.id, n.at]), ...notes]));
}

// addAlone adds a node that nothing leads to yet.
export function addAlone(t: NodeType, at: Point | null, onto = -1): void {
  const s = now();
  const d = docOf(s);
  const drawn = d && drawing(d.text);
  if (!d || !drawn) return;
  const id = freshId(t.type, drawn.nodes.map((n) => n.id));
  const places = placesOf(s);
  const last = places.reduce((m, n) => ({ x: Math.max(m.x, n.at.x + column), y: n.at.y }), { x: 0, y: 0 });
  const room = onto < 0 ? { text: settled(s, d), at: freeAt(places, at ?? last) } : roomIn(places, settled(s, d), onto);
  const added = addNodes(room.text, [nodeText({ id, type: t.type, at: room.at, data: dataOf(t) })]);
  edit(d.key, () => (onto < 0 ? added : through(s, added, onto, id)), { label: "add " + t.title, choose: [id] });
}

// roomIn makes room for a node in a wire: what stands at its end or farther on moves on, where too little is between.
function roomIn(places: Placed[], text: string, wire: number): { text: string; at: Point } {
  const w = drawing(text)!.wires.find((x) => x.index === wire);
  const [from, to] = [places.find((n) => n.id === w?.from)?.at ?? { x: 0, y: 0 }, places.find((n) => n.id === w?.to)?.at ?? { x: 0, y: 0 }];
  const at = { x: from.x + column, y: from.y };
  const by = at.x + column - to.x;
  if (by <= 0 || to.x <= from.x) return { text, at: freeAt(places, at) };
  const moved = places.filter((n) => n.at.x >= to.x).map((n): [string, Point] => [n.id, { x: n.at.x + by, y: n.at.y }]);
  return { text: move(text, new Map(moved)), at };
}

// addAfter adds a node behind an output, and the wire to it. data is what the output decides of it.
export function addAfter(t: NodeType, a: Asking, data?: Record<string, unknown>): void {
  const s = now();
  const d = docOf(s);
  const drawn = d && drawing(d.text);
  if (!d || !drawn) return;
  const id = freshId(t.type, drawn.nodes.map((n) => n.id));
  const places = placesOf(s);
  const from = places.find((n) => n.id === a.node)?.at ?? { x: 0, y: 0 };
  const outputs = freeOutputs(s, a.node).map((o) => o.name);
  const beside = { x: from.x + column, y: from.y + row * Math.max(0, outputs.indexOf(a.output)) };
  const added = addNodes(settled(s, d), [nodeText({ id, type: t.type, at: freeAt(places, a.at ?? beside), data: dataOf(t, data) })]);
  edit(d.key, () => addWire(added, a.node, a.output, id), { label: "add " + t.title, choose: [id] });
}

// addLoose connects outputs that must be, each to a node of its own that answers.
export function addLoose(key: string, list: Loose[]): void {
  const s = now();
  const d = s.docs[key];
  if (!d) return;
  const places = placesOf(s);
  const taken = drawing(d.text)!.nodes.map((n) => n.id);
  let text = settled(s, d);
  for (const l of list) {
    const from = places.find((n) => n.id === l.node)?.at ?? { x: 0, y: 0 };
    const at = freeAt(places, { x: from.x + column, y: from.y + row * Math.max(0, freeOutputs(s, l.node).findIndex((o) => o.name === l.output)) });
    const id = freshId(l.type, taken);
    taken.push(id);
    places.push({ id, at, height: cardHeight });
    text = addWire(addNodes(text, [nodeText({ id, type: l.type, at, data: JSON.stringify(l.data) })]), l.node, l.output, id);
  }
  edit(key, () => text, { label: list.length === 1 ? "connect an output" : "connect " + list.length + " outputs", choose: taken.slice(-list.length) });
}

export function connect(from: string, output: string, to: string): void {
  edit(now().open, (text) => addWire(text, from, output, to), { label: "connect", choose: [from] });
}

// freeOutputs are the outputs of a node, those that want a wire first.
export function freeOutputs(s: State, id: string): Output[] {
  return s.workflow?.view.nodes?.find((n) => n.id === id)?.outputs ?? [];
}

// mainOutput is where what follows a node goes on: its first output.
function mainOutput(s: State, text: string, id: string): string {
  const drawn = drawing(text);
  const node = drawn?.nodes.find((n) => n.id === id);
  const type = s.nodeTypes.find((t) => t.type === node?.type);
  const first = (node && outputsOf(node, type, drawn!.wires, undefined)[0]?.name) ?? "";
  return first === "" && type && !type.answers ? "out" : first; // its outputs are known once its settings are
}

export const through = (s: State, text: string, wire: number, id: string): string => between(text, wire, id, mainOutput(s, text, id));

// moveNodes puts nodes where they were dragged; one that was dropped onto a wire, and has none, stands in it.
export function moveNodes(to: Map<string, Point>, onto: number): void {
  const s = now();
  const d = docOf(s);
  const drawn = d && drawing(d.text);
  if (!d || !drawn) return;
  const by = roomFor(placesOf(s), to);
  const text = move(settled(s, d), new Map([...to].map(([id, at]) => [id, { x: at.x + by.x, y: at.y + by.y }])));
  const [id] = [...to.keys()];
  const stands = onto >= 0 && to.size === 1 && id && !drawn.wires.some((w) => w.from === id || w.to === id);
  edit(d.key, () => (stands ? through(s, text, onto, id) : text), { label: "move" });
}

export function removeChosen(): void {
  const s = now();
  if (!docOf(s) || (s.chosen.length === 0 && s.wire < 0)) return;
  const label = s.chosen.length === 0 ? "remove a wire" : s.chosen.length === 1 ? "delete " + s.chosen[0] : "delete " + s.chosen.length + " nodes";
  edit(s.open, (text) => remove(text, s.chosen, s.wire >= 0 ? [s.wire] : []), { label, choose: [] });
}

export function disconnect(wire: number): void {
  edit(now().open, (text) => remove(text, [], [wire]), { label: "remove a wire" });
}

// place is where a node stands in the document, by its numbers there.
export const nodeIn = (d: Doc | undefined, id: string): DocNode | undefined => (d ? drawing(d.text)?.nodes.find((n) => n.id === id) : undefined);
