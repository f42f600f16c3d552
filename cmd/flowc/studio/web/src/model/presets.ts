// Presets: small documents of the server whose nodes are put into the open one.
import type { NodeType } from "../api/api";
import * as ask from "../api/ask";
import type { Preset } from "../api/ask";
import { edit, placesOf, settled } from "./changes";
import { renamed } from "./clipboard";
import { asked } from "./commands";
import { drawing } from "./drawn";
import { addNodes, addWire, move, remove, setData, type DocNode, type Drawn, type Point } from "./edit";
import { get, textOf } from "./json";
import { column } from "./measures";
import { dispatch, now } from "./now";
import { roomFor } from "./spread";

// Where says where a preset goes; types are those that may stand there, all without.
export type Where = { node: string; output: string; at: Point | null; wire?: number; types?: string[] };
const nowhere: Where = { node: "", output: "", at: null };

// choosePreset puts a preset somewhere; one that is about a table asks for that first.
export function choosePreset(p: Preset, where: Where = nowhere, screen: Point = { x: innerWidth / 3, y: 120 }): void {
  if (p.table) dispatch({ do: "ask", asking: { what: where.node ? "after" : "any", ...where, screen, preset: p.name } });
  else void addPreset(p, where, "");
}

// addPreset puts the nodes of a preset into the open document, in one step: behind an output, into a wire, or alone.
export async function addPreset(p: Preset, where: Where, table: string): Promise<void> {
  const got = await asked(async (d) => {
    const drawn = drawing(d.text);
    if (!drawn) return { text: "", ids: [], leave: [] };
    const whole = !drawn.nodes.some((n) => typeOf(n)?.entry);
    const { text } = await ask.preset({ name: p.name, key: d.key, table });
    const leave = whole ? [] : left(p, text, where);
    return { ...(await renamed(d.key, text, [...drawn.nodes, ...drawn.notes].map((n) => n.id), leave)), leave };
  });
  if (!got?.text) return;
  const { leave } = got;
  const made = drawing(got.text)!;
  const next = placed(got.text, made, leave, where);
  const text = made.nodes.filter((n) => leave.includes(n.id)).reduce((t, n) => declared(t, n, got.text), next.into);
  edit(got.key, () => wired(text, made, leave, where), { label: "add " + p.title, choose: next.ids });
}

// left are the nodes that a workflow with an entry does not get: the frame, and what can't stand there, as what answers behind an
// answer can't.
function left(p: Preset, text: string, where: Where): string[] {
  const unfit = where.node && where.types ? drawing(text)!.nodes.filter((n) => !where.types!.includes(n.type)).map((n) => n.id) : [];
  return [...p.frame, ...unfit, ...(onto(where) ? [p.end] : [])];
}

const onto = (w: Where): boolean => w.wire !== undefined && w.wire >= 0;
const typeOf = (n: { type: string }): NodeType | undefined => now().nodeTypes.find((t) => t.type === n.type);

// placed is the open document with the nodes of a preset but for those that it leaves, where they leave others room.
function placed(text: string, made: Drawn, leave: string[], where: Where): { into: string; ids: string[] } {
  const s = now();
  const d = s.docs[s.open]!;
  const nodes = made.nodes.filter((n) => !leave.includes(n.id));
  const places = placesOf(s);
  const [left, top] = [Math.min(...nodes.map((n) => n.at.x)), Math.min(...nodes.map((n) => n.at.y))];
  const wire = onto(where) ? drawing(d.text)!.wires.find((w) => w.index === where.wire) : undefined;
  const from = places.find((n) => n.id === (wire?.from ?? where.node))?.at;
  const last = { x: Math.max(0, ...places.map((n) => n.at.x + column)), y: 0 };
  const beside = from ? { x: from.x + column, y: from.y } : last;
  const at = wire ? beside : where.at ?? beside;
  const width = Math.max(...nodes.map((n) => n.at.x)) - left + column;
  const to = wire && places.find((n) => n.id === wire.to)?.at;
  const by = to ? Math.max(0, at.x + width - to.x) : 0;
  const away = new Map(places.filter((n) => to && n.at.x >= to.x && n.at.x > (from?.x ?? 0)).map((n): [string, Point] => [n.id, { x: n.at.x + by, y: n.at.y }]));
  const own = new Map(nodes.map((n): [string, Point] => [n.id, { x: at.x + n.at.x - left, y: at.y + n.at.y - top }]));
  const room = roomFor(places.map((n) => ({ ...n, at: away.get(n.id) ?? n.at })), own);
  const moved = move(text, new Map([...own].map(([id, p]) => [id, { x: p.x + room.x, y: p.y + room.y }])));
  const items = get(drawing(moved)!.root, "nodes")!.items.filter((i) => own.has(textOf(get(i, "id")))).map((i) => moved.slice(i.start, i.end));
  return { into: addNodes(move(settled(s, d), away), items), ids: [...own.keys()] };
}

// declared has the entry of the open document take the fields that the one of a preset takes, where both are of a type.
function declared(text: string, frame: DocNode, from: string): string {
  const same = drawing(text)!.nodes.filter((n) => n.type === frame.type && typeOf(n)?.entry);
  if (same.length !== 1) return text;
  const lists = (frame.data?.members ?? []).filter((m) => m.value.kind === "object");
  return lists.reduce((all, list) => list.value.members.reduce((t, m) => {
    const have = get(drawing(t)!.nodes.find((n) => n.id === same[0]!.id)?.data, list.key);
    return get(have, m.key) ? t : setData(t, same[0]!.id, `/${list.key}/${m.key}`, from.slice(m.value.start, m.value.end));
  }, all), text);
}

// wired leads the wires of a preset among its nodes, to the first of them, and from the last ones on.
function wired(text: string, made: Drawn, leave: string[], where: Where): string {
  const inner = made.wires.filter((w) => !leave.includes(w.from) && !leave.includes(w.to));
  const led = inner.reduce((t, w) => addWire(t, w.from, w.output, w.to), text);
  const first = made.nodes.find((n) => !leave.includes(n.id) && !inner.some((w) => w.to === n.id))!.id;
  if (!onto(where)) return where.node && where.output ? addWire(led, where.node, where.output, first) : led;
  const wire = drawing(text)!.wires.find((w) => w.index === where.wire);
  if (!wire) return led;
  const ends = made.wires.filter((w) => leave.includes(w.to) && !leave.includes(w.from));
  const cut = remove(led, [], drawing(led)!.wires.filter((w) => w.from === wire.from && w.output === wire.output && w.to === wire.to).map((w) => w.index));
  return ends.reduce((t, w) => addWire(t, w.from, w.output, wire.to), addWire(cut, wire.from, wire.output, first));
}
