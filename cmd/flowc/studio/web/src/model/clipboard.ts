// What was copied: nodes as the document writes them, with the wires between them.
import * as ask from "../api/ask";
import { edit, freshId, placesOf } from "./changes";
import { drawing } from "./drawn";
import { addNodes, addWire, move, setId, setTop, type Point } from "./edit";
import { asked } from "./commands";
import { dispatch, now } from "./now";
import { roomFor } from "./spread";

let copied: { text: string; pasted: number } | null = null; // a document of what was copied

// copyChosen keeps the chosen nodes, for this tab: they may go into another workflow.
export function copyChosen(): void {
  const s = now();
  const d = s.docs[s.open];
  const drawn = d && drawing(d.text);
  if (!d || !drawn || s.chosen.length === 0) return;
  const cut = (items: { start: number; end: number }[]) => items.map((i) => d.text.slice(i.start, i.end));
  const nodes = [...drawn.nodes, ...noteNodes(drawn.notes)].filter((n) => s.chosen.includes(n.id)).map((n) => itemOf(drawn.root, "nodes", n.id));
  const wires = drawn.wires.filter((w) => s.chosen.includes(w.from) && s.chosen.includes(w.to));
  const edges = wires.map((w) => drawn.root.members.find((m) => m.key === "edges")!.value.items[w.index]!);
  copied = { text: `{"version": 1, "id": "copied", "name": "copied", "nodes": [${cut(nodes).join(", ")}], "edges": [${cut(edges).join(", ")}]}`, pasted: 0 };
  dispatch({ do: "say", said: nodes.length === 1 ? "Copied one node" : "Copied " + nodes.length + " nodes" });
}

const noteNodes = (notes: { id: string }[]) => notes.map((n) => ({ id: n.id }));

function itemOf(root: { members: { key: string; value: { items: { start: number; end: number; members: { key: string; value: { value: unknown } }[] }[] } }[] }, list: string, id: string) {
  const items = root.members.find((m) => m.key === list)!.value.items;
  return items.find((i) => i.members.some((m) => m.key === "id" && m.value.value === id))!;
}

// paste adds what was copied beside where it was, under names that nobody has: references between the copies lead to copies.
export async function paste(): Promise<void> {
  const from = copied;
  if (!from) return;
  const made = await asked(async (d) => {
    const drawn = drawing(d.text);
    return drawn ? renamed(d.key, from.text, [...drawn.nodes, ...drawn.notes].map((n) => n.id)) : null;
  });
  if (!made?.ids) return;
  from.pasted++;
  const { nodes, notes, wires } = drawing(made.text)!;
  const by = 40 * from.pasted;
  const places = new Map([...nodes, ...notes.map((n) => ({ ...n, at: n.position }))].map((n): [string, Point] => [n.id, { x: n.at.x + by, y: n.at.y + by }]));
  const room = roomFor(placesOf(now()), new Map(nodes.map((n) => [n.id, places.get(n.id)!])));
  const moved = move(made.text, new Map([...places].map(([id, at]) => [id, { x: at.x + room.x, y: at.y + room.y }])));
  const items = drawing(moved)!.root.members.find((m) => m.key === "nodes")!.value.items.map((i) => moved.slice(i.start, i.end));
  edit(made.key, (text) => wires.reduce((t, w) => addWire(t, w.from, w.output, w.to), addNodes(text, items)), { label: "paste", choose: made.ids });
}

// renamed gives copies names of their own, but for those that keep theirs.
export async function renamed(key: string, text: string, taken: string[], keep: string[] = []): Promise<{ text: string; ids: string[] }> {
  let next = text;
  const ids: string[] = [];
  for (const n of [...drawing(text)!.nodes, ...drawing(text)!.notes]) {
    if (keep.includes(n.id)) continue;
    const type = "type" in n ? n.type : "note";
    const id = taken.includes(n.id) ? freshId(type, [...taken, ...ids, ...drawing(next)!.nodes.map((m) => m.id)]) : n.id;
    if (id !== n.id) {
      const r = await ask.rename({ key, text: next }, n.id, id);
      next = r.node === n.id ? setId(r.text, n.id, id) : r.text; // it has a name beside its id
    }
    ids.push(id);
  }
  return { text: setTop(next, "name", '"copied"'), ids };
}
