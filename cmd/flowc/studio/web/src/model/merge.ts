// Two versions of a document put together: what was drawn here, and what somebody wrote to disk meanwhile.
import { addNodes, addWire, drawnOf, move, remove, setData, setNode, setTop } from "./edit";
import { escape, get, numberOf, read, textOf, type Json } from "./json";

// Part is a piece of a document that changes as one: a setting, a place, a wire, a node as such.
type Part = { kind: "top" | "node" | "key" | "at" | "data" | "wire"; id: string; key: string; raw: string };
// Difference is a part in which two versions differ, and which of the two is taken: "" where somebody has to choose.
export type Difference = { path: string; what: string; mine: string; theirs: string; takes: Side | "" };
export type Side = "mine" | "theirs";

const compact = (n: Json): string => {
  if (n.kind === "object") return "{" + n.members.map((m) => JSON.stringify(m.key) + ":" + compact(m.value)).join(",") + "}";
  if (n.kind === "array") return "[" + n.items.map(compact).join(",") + "]";
  return n.kind === "string" ? JSON.stringify(n.value) : String(n.value);
};

// partsOf takes a document apart.
function partsOf(text: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (kind: Part["kind"], id: string, key: string, raw: string) => parts.set([kind, id, key].join("\n"), { kind, id, key, raw });
  const root = read(text);
  for (const m of root.members) if (m.key !== "nodes" && m.key !== "edges") add("top", "", m.key, compact(m.value));
  for (const n of get(root, "nodes")?.items ?? []) {
    const id = textOf(get(n, "id"));
    add("node", id, "", "there");
    for (const m of n.members) {
      if (m.key === "position") add("at", id, "", compact(m.value));
      else if (m.key === "data") for (const d of m.value.members) add("data", id, d.key, compact(d.value));
      else if (m.key !== "id") add("key", id, m.key, compact(m.value));
    }
  }
  for (const w of drawnOf(text).wires) add("wire", w.from, w.output + " → " + w.to, "wired");
  return parts;
}

function nameOf(p: Part): string {
  if (p.kind === "top") return p.key + " of the workflow";
  if (p.kind === "node") return "node " + p.id;
  if (p.kind === "at") return "place of " + p.id;
  return p.kind === "wire" ? "wire " + p.id + " " + p.key : p.id + ": " + p.key;
}

// differences are what either side has changed since base; without a base ("") everything in which they differ. Where both have
// changed the same, or it is not known who has changed it, one is to be chosen: nothing of either is lost where nobody says.
export function differences(base: string, mine: string, theirs: string): Difference[] {
  const [m, t] = [partsOf(mine), partsOf(theirs)];
  const b = base === "" ? null : partsOf(base);
  const all = new Map([...(b ?? []), ...t, ...m]);
  const found: Difference[] = [];
  for (const [path, part] of all) {
    const [was, here, there] = [b?.get(path)?.raw, m.get(path)?.raw, t.get(path)?.raw];
    if (here === there) continue;
    const [mineChanged, theirsChanged] = b ? [here !== was, there !== was] : [here !== undefined, here === undefined];
    const clash = b ? mineChanged && theirsChanged : here !== undefined && there !== undefined;
    found.push({ path, what: nameOf(part), mine: here ?? "", theirs: there ?? "", takes: clash ? "" : mineChanged ? "mine" : "theirs" });
  }
  return found.map((d) => keepNodes(d, found, all));
}

// keepNodes asks whether a node goes that one side has deleted and the other has changed.
function keepNodes(d: Difference, found: Difference[], all: Map<string, Part>): Difference {
  const p = all.get(d.path)!;
  if (p.kind !== "node") return d;
  const parts = found.filter((o) => all.get(o.path)!.id === p.id && ["data", "key"].includes(all.get(o.path)!.kind));
  return parts.some((o) => o.takes === "") ? { ...d, takes: "" } : d;
}

// merged is the disk's text with what is taken of ours.
export function merged(mine: string, theirs: string, list: Difference[]): string {
  const m = partsOf(mine);
  const t = partsOf(theirs);
  const ours = list.filter((d) => d.takes === "mine");
  const rank = (d: Difference) => ["node", "key", "at", "data", "top", "wire"].indexOf((m.get(d.path) ?? t.get(d.path))?.kind ?? "top");
  return ours.sort((a, b) => rank(a) - rank(b)).reduce((text, d) => applied(text, mine, m.get(d.path), m.get(d.path) ?? t.get(d.path)), theirs);
}

// applied does to a text what our side has done to one part; is is undefined where it is gone.
function applied(text: string, mine: string, is: Part | undefined, p: Part | undefined): string {
  if (!p) return text;
  const nodes = get(read(mine), "nodes")?.items ?? [];
  const item = nodes.find((n) => textOf(get(n, "id")) === p.id);
  switch (p.kind) {
    case "top":
      return is ? setTop(text, p.key, is.raw) : text;
    case "node":
      return is && item ? addNodes(text, [mine.slice(item.start, item.end)]) : remove(text, [p.id], []);
    case "key":
      return is ? setNode(text, p.id, p.key, is.raw) : text;
    case "at":
      return move(text, new Map([[p.id, { x: numberOf(get(get(item, "position"), "x")), y: numberOf(get(get(item, "position"), "y")) }]]));
    case "data":
      return setData(text, p.id, "/" + escape(p.key), is?.raw);
    case "wire": {
      const [output, to] = p.key.split(" → ") as [string, string];
      if (is) return addWire(text, p.id, output, to);
      return remove(text, [], drawnOf(text).wires.filter((w) => w.from === p.id && w.output === output && w.to === to).map((w) => w.index));
    }
  }
}
