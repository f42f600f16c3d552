// The one model of the page: what it knows and what is chosen, changed by values alone, so that a change can be kept, told
// and taken back.
import type { Answered, Execution, Form, NodeType, Project, Route, Watched, Workflow } from "../api/api";
import type { Checked, Document, Kit, Since } from "../api/ask";
import { opened, redone, reread, saved, step, undone, type Doc } from "./doc";
import { drawing } from "./drawn";
import type { Point } from "./edit";

export type Panel = "run" | "watch" | "node" | "go" | "problems";

// Part is what of a node its panel shows.
export type Part = "settings" | "input" | "output" | "docs";

// View is what the page shows besides a workflow; "" is home.
export type View = "" | "data" | "outbox" | "environment" | "project" | "docs";

export type State = {
  project: Project | null;
  nodeTypes: NodeType[];
  workflow: Workflow | null; // on the canvas
  open: string; // its key; "" is home, or another view
  caught: number; // how often it was told that a call was caught
  view: View; // what is shown where no workflow is open
  panel: Panel;
  node: string; // the id of the node that the panels are about
  part: Part; // of the node
  place: string; // pointer into the node's data of the text that was typed in last, "" for none
  found: string; // the id of the node that was looked for, which is shown in the middle
  chosen: string[]; // ids of all chosen nodes
  wire: number; // place of the chosen wire in the document, -1 for none
  docs: Record<string, Doc>; // what has been opened, by key
  kit: Kit | null; // what the project offers
  asking: Asking | null; // what is to be chosen now
  menu: Menu | null; // what is open beside the mouse
  compares: boolean; // the canvas shows what is changed since git's HEAD
  since: Since | null; // which is that, null until the server has answered
  said: string; // what came of the last command
  watched: Watched | null;
  filter: { status: string; slower: string; all: boolean };
  execution: Execution | null; // shown on the canvas
  follow: boolean; // the last execution is shown, whatever it is
  forms: Record<string, Form>; // as filled in, by route
  answers: Record<string, Answered>;
  sends: Sent[]; // the last of them
  lost: string; // why the server does not answer, or ""
  refused: boolean;
};

// Sent is a request that was sent from this page.
export type Sent = { route: string; form: Form; answer: Answered };

const mostSends = 100;

// Asking is a question that the chooser puts: which node comes there, or where a wire leads.
export type Asking = {
  what: "after" | "any" | "connect";
  node: string; // behind which, or ""
  output: string; // "" asks which output first
  wire?: number; // in which a new node is to stand
  types?: string[]; // those that may stand there, of a preset
  preset?: string; // which has been chosen, and waits for its table
  at: Point | null; // where a new node goes on the canvas; null is beside the node
  screen: Point; // where the question stands
};

// Menu is what can be done with what was pressed: a node, a wire, or the canvas.
export type Menu = { screen: Point; node: string; wire: number };

export type Change =
  | { do: "project"; project: Project }
  | { do: "nodeTypes"; nodeTypes: NodeType[] }
  | { do: "workflow"; workflow: Workflow | null }
  | { do: "open"; key: string; view?: View }
  | { do: "panel"; panel: Panel }
  | { do: "node"; node: string; panel?: Panel }
  | { do: "found"; node: string }
  | { do: "part"; part: Part }
  | { do: "place"; place: string }
  | { do: "choose"; nodes: string[]; wire?: number }
  | { do: "document"; document: Document }
  | { do: "edit"; key: string; text: string; label: string; join?: string; choose?: string[]; renames?: [string, string]; at: number } // renames gives a node another id
  | { do: "undo" }
  | { do: "redo" }
  | { do: "checked"; key: string; text: string; checked: Checked }
  | { do: "saving"; key: string; saving: boolean }
  | { do: "saved"; key: string; sent: string; text: string; revision: string }
  | { do: "disk"; key: string; disk: { text: string; revision: string } | null }
  | { do: "settled"; key: string; text: string; disk: { text: string; revision: string }; at: number }
  | { do: "forget"; key: string }
  | { do: "kit"; kit: Kit }
  | { do: "caught" }
  | { do: "ask"; asking: Asking | null }
  | { do: "menu"; menu: Menu | null }
  | { do: "compare"; compares: boolean }
  | { do: "since"; since: Since | null }
  | { do: "say"; said: string }
  | { do: "watched"; watched: Watched }
  | { do: "filter"; filter: Partial<State["filter"]> }
  | { do: "execution"; execution: Execution | null; follow: boolean }
  | { do: "followed"; execution: Execution; follow: boolean }
  | { do: "form"; route: string; form: Form }
  | { do: "answer"; route: string; form: Form; answer: Answered }
  | { do: "lost"; why: string; refused?: boolean };

export const empty: State = {
  project: null,
  nodeTypes: [],
  workflow: null,
  open: "",
  caught: 0,
  view: "",
  panel: "run",
  node: "",
  part: "settings",
  place: "",
  found: "",
  chosen: [],
  wire: -1,
  docs: {},
  kit: null,
  asking: null,
  menu: null,
  compares: false,
  since: null,
  said: "",
  watched: null,
  filter: { status: "", slower: "", all: false },
  execution: null,
  follow: true,
  forms: {},
  answers: {},
  sends: [],
  lost: "",
  refused: false,
};

export function apply(s: State, c: Change): State {
  switch (c.do) {
    case "project":
      return { ...s, project: c.project, lost: "", refused: false };
    case "nodeTypes":
      return { ...s, nodeTypes: c.nodeTypes };
    case "workflow":
      return { ...s, workflow: c.workflow };
    case "open":
      return s.open === c.key && s.view === (c.view ?? "")
        ? s
        : { ...s, open: c.key, view: c.view ?? "", workflow: null, node: "", found: "", place: "", chosen: [], wire: -1, asking: null, menu: null, since: null, said: "", execution: null, follow: true, panel: panelFor(s, c.key) };
    case "panel":
      return { ...s, panel: c.panel };
    case "node":
      return at({ ...s, found: "", chosen: c.node ? [c.node] : [], wire: -1, panel: c.panel ?? s.panel }, c.node);
    case "found":
      return { ...apply(s, { do: "node", node: c.node, panel: "node" }), found: c.node };
    case "part":
      return { ...s, part: c.part, place: "" };
    case "place":
      return s.place === c.place ? s : { ...s, place: c.place };
    case "choose":
      return at({ ...s, found: "", chosen: c.nodes, wire: c.wire ?? -1, panel: c.nodes.length === 1 ? "node" : s.panel }, c.nodes.length === 1 ? c.nodes[0]! : "");
    case "watched":
      return { ...s, watched: c.watched };
    case "filter":
      return { ...s, filter: { ...s.filter, ...c.filter } };
    case "execution":
      return { ...s, execution: c.execution, follow: c.follow };
    case "followed": // what was chosen while it was asked for stays
      return s.follow === c.follow && (c.follow || s.execution?.id === c.execution.id) ? { ...s, execution: c.execution } : s;
    case "form":
      return { ...s, forms: { ...s.forms, [c.route]: c.form } };
    case "answer":
      return { ...s, answers: { ...s.answers, [c.route]: c.answer }, sends: [...s.sends, { route: c.route, form: c.form, answer: c.answer }].slice(-mostSends) };
    case "lost":
      return { ...s, lost: c.why, refused: c.refused ?? false };
    case "caught":
      return { ...s, caught: s.caught + 1 };
    case "kit":
      return { ...s, kit: c.kit };
    case "compare":
      return { ...s, compares: c.compares, since: null, panel: c.compares ? "node" : s.panel };
    case "since":
      return { ...s, since: c.since };
    case "ask":
      return { ...s, asking: c.asking };
    case "menu":
      return { ...s, menu: c.menu };
    case "say":
      return { ...s, said: c.said };
    default:
      return still(applyToDoc(s, c));
  }
}

// at has the panels be about a node.
const at = (s: State, node: string): State => ({ ...s, node, ...(s.node === node ? {} : { place: "", part: "settings" }) });

type ToDoc = Extract<Change, { do: "document" | "edit" | "undo" | "redo" | "checked" | "saving" | "saved" | "disk" | "settled" | "forget" }>;

// applyToDoc is what becomes of the documents.
function applyToDoc(s: State, c: ToDoc): State {
  const key = c.do === "document" ? c.document.key : "key" in c ? c.key : s.open; // which may be another one than is open
  const d = s.docs[key];
  const put = (doc: Doc, more: Partial<State> = {}): State => ({ ...s, ...more, docs: { ...s.docs, [key]: doc } });
  if (c.do === "document") return put(d ? reread(d, c.document) : opened(c.document));
  if (!d) return s;
  switch (c.do) {
    case "edit":
      return put(step(d, c.text, c.label, c.join ?? "", c.at), key === s.open ? { ...renamed(c.choose ? apply(s, { do: "choose", nodes: c.choose }) : s, c.renames), said: "" } : {});
    case "undo":
      return put(undone(d), { said: d.past.at(-1) ? "Undone: " + d.past.at(-1)!.label : "There is nothing to undo" });
    case "redo":
      return put(redone(d), { said: d.future[0] ? "Done again: " + d.future[0].label : "There is nothing to do again" });
    case "checked":
      return put({ ...d, checked: c.checked, checkedText: c.text });
    case "saving":
      return put({ ...d, saving: c.saving });
    case "saved":
      return put(saved(d, c.sent, c.text, c.revision), { said: "Saved" });
    case "disk":
      return put({ ...d, disk: c.disk, saving: false });
    case "settled":
      return put({ ...step(d, c.text, "both put together", "", c.at), base: c.disk.text, revision: c.disk.revision, disk: null, kept: "" });
    case "forget": {
      const { [key]: _, ...docs } = s.docs;
      return { ...s, docs };
    }
  }
}

// renamed is about a node by its new id, whatever was chosen or asked of it meanwhile.
function renamed(s: State, ids: [string, string] | undefined): State {
  const as = (id: string) => (ids && id === ids[0] ? ids[1] : id);
  return { ...s, node: as(s.node), chosen: s.chosen.map(as), asking: s.asking && { ...s.asking, node: as(s.asking.node) } };
}

// still leaves nothing chosen that is not there any more.
function still(s: State): State {
  const drawn = drawing(s.docs[s.open]?.text ?? "");
  if (!drawn) return s;
  const there = (id: string) => drawn.nodes.some((n) => n.id === id) || drawn.notes.some((n) => n.id === id);
  const chosen = s.chosen.every(there) ? s.chosen : s.chosen.filter(there);
  const asking = s.asking && (s.asking.node === "" || there(s.asking.node)) ? s.asking : null;
  return { ...s, chosen, asking, node: there(s.node) ? s.node : "", wire: s.wire < drawn.wires.length ? s.wire : -1 };
}

const noEntry = "FC105"; // what an empty workflow lacks is no mistake that was made

// panelFor is what is worth seeing first beside a workflow.
function panelFor(s: State, key: string): Panel {
  const item = s.project?.workflows.find((w) => w.key === key);
  const errors = (s.project?.problems ?? []).filter((p) => p.workflow === key && p.severity === "error");
  if (errors.length > 0 && errors.every((p) => p.code === noEntry)) return "node";
  if (item && item.errors > 0) return "problems";
  if (s.project?.log) return "watch";
  return item && item.routes === 0 ? "go" : "run";
}

export const routeKey = (r: Route): string => r.workflow + " " + r.entry;
