// What the canvas shows of a draft: what the page reads in its text at once, and beside it what the server's last check knows.
import type { NodeType, Note, Output, Problem, Project, ViewNode, When, Wire, Workflow } from "../api/api";
import { isDirty, type Doc } from "./doc";
import { drawnOf, type DocNode, type DocWire, type Drawn } from "./edit";
import { spread } from "./spread";
import { get, NoJson, textOf, type Json } from "./json";

// plainOf is the value of a field as When compares it, "" where there is none.
const plainOf = (data: Json | undefined, type: NodeType, field: string): string => {
  const given = get(data, field);
  if (given) return given.value === null ? "" : String(given.value);
  return type.fields.find((f) => f.name === field)?.default ?? "";
};

// applies reports whether a field or output means something beside the node's other settings.
export function applies(when: When, data: Json | undefined, type: NodeType): boolean {
  if (!when) return true;
  if (when.field !== "" && !(when.values ?? []).includes(plainOf(data, type, when.field))) return false;
  if (when.absent && get(data, when.absent)) return false;
  return applies(when.also, data, type);
}

export function outputsOf(node: DocNode, type: NodeType | undefined, wires: DocWire[], known: ViewNode | undefined): Output[] {
  const mine = wires.filter((w) => w.from === node.id);
  const wired = (name: string) => mine.some((w) => w.output === name);
  const own = (type?.outputs ?? []).filter((o) => applies(o.when, node.data, type!)).map((o) => ({ name: o.name, doc: o.doc, required: o.required, wired: wired(o.name) }));
  // A type may have outputs that only the server can tell.
  const told = (known?.outputs ?? []).filter((o) => !type?.outputs.some((t) => t.name === o.name)).map((o) => ({ ...o, wired: wired(o.name) }));
  const list = [...own, ...told.filter((o) => o.doc !== "")];
  const others = [...new Set(mine.map((w) => w.output))].filter((name) => !list.some((o) => o.name === name));
  return [...list, ...others.map((name) => ({ name, doc: "", required: false, wired: true }))];
}

function nodeOf(node: DocNode, drawn: Drawn, type: NodeType | undefined, known: ViewNode | undefined): ViewNode {
  const at = node.placed || !known ? node.at : known;
  return {
    id: node.id, name: textOf(get(node.data, "name")) || node.id, type: node.type, kind: known?.kind ?? type?.title ?? node.type,
    says: known?.says ?? "", x: at.x, y: at.y, entry: type?.entry ?? false, answers: type?.answers ?? false,
    protected: known?.protected ?? false, region: known && drawn.nodes.some((n) => n.id === known.region) ? known.region : "",
    calls: known?.calls ?? "", proof: known?.proof ?? "", outputs: outputsOf(node, type, drawn.wires, known),
  };
}

// read remembers what was read last: the page asks for one text many times.
let last: { text: string; drawn: Drawn | null } = { text: "", drawn: null };

// drawing is what a text draws, null where it is no JSON.
export function drawing(text: string): Drawn | null {
  if (last.text === text) return last.drawn;
  try {
    last = { text, drawn: drawnOf(text) };
  } catch (e) {
    if (!(e instanceof NoJson)) throw e;
    last = { text, drawn: null };
  }
  return last.drawn;
}

// spreadOut puts cards apart that stand too close, and their notes with them.
function spreadOut(nodes: ViewNode[], notes: Note[]): { nodes: ViewNode[]; notes: Note[] } {
  const places = spread(nodes, notes);
  if (!places) return { nodes, notes };
  return { nodes: nodes.map((n) => ({ ...n, ...places.get(n.id) })), notes: notes.map((n) => ({ ...n, position: places.get(n.id) ?? n.position })) };
}

const same = new WeakMap<Workflow, Map<string, ViewNode>>();

// shown is the workflow as it is drawn now. Nodes that look as before are the same objects, so that they are not drawn anew.
export function shown(w: Workflow | null, d: Doc | undefined, types: NodeType[]): Workflow | null {
  if (!w) return w;
  if (!d) {
    const { nodes, notes } = spreadOut(w.view.nodes ?? [], w.notes ?? []);
    return { ...w, view: { ...w.view, nodes }, notes };
  }
  const drawn = drawing(d.text);
  if (!drawn) return { ...w, source: d.text, broken: true };
  const view = d.checked?.view ?? w.view;
  const known = new Map((view.nodes ?? []).map((n) => [n.id, n]));
  const before = same.get(w) ?? new Map<string, ViewNode>();
  const fresh = drawn.nodes.map((n) => {
    const k = known.get(n.id);
    return nodeOf(n, drawn, types.find((t) => t.type === n.type), k?.type === n.type ? k : undefined);
  });
  const apart = spreadOut(fresh, drawn.notes);
  const nodes = apart.nodes.map((next) => {
    const old = before.get(next.id);
    return old && JSON.stringify(old) === JSON.stringify(next) ? old : next;
  });
  same.set(w, new Map(nodes.map((n) => [n.id, n])));
  const wires = drawn.wires.map((e): Wire => {
    const k = view.wires?.find((x) => x.from === e.from && x.to === e.to && x.output === e.output);
    return { from: e.from, to: e.to, output: e.output, label: k?.label ?? "", guard: k?.guard ?? false, index: e.index };
  });
  return { ...w, name: d.checked?.name || w.name, about: d.checked?.about ?? w.about, view: { nodes, wires }, notes: apart.notes, source: d.text, broken: false };
}

// problemsOf are the project's, with those of the draft in the place of those of its file.
export function problemsOf(p: Project | null, d: Doc | undefined): Project | null {
  if (!p || !d?.checked) return p;
  const drawn = d.checked.problems;
  const known = (x: Problem) => x.workflow === d.key && x.code !== "" && (isDirty(d) || drawn.some((y) => y.code === x.code && y.message === x.message));
  return { ...p, problems: [...drawn, ...p.problems.filter((x) => !known(x))] };
}
