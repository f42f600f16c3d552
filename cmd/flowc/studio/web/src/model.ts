// The one model of the page: what it knows and what is chosen, changed by values alone, so that a change can be kept, told
// and taken back.
import type { Answered, Execution, Form, NodeType, Project, Route, Watched, Workflow } from "./api";

export type Panel = "run" | "watch" | "node" | "go" | "problems";

export type State = {
  project: Project | null;
  nodeTypes: NodeType[];
  workflow: Workflow | null; // on the canvas
  open: string; // its key; "" is home
  panel: Panel;
  node: string; // the chosen one's id
  watched: Watched | null;
  filter: { status: string; slower: string; all: boolean };
  execution: Execution | null; // shown on the canvas
  follow: boolean; // the last execution is shown, whatever it is
  forms: Record<string, Form>; // as filled in, by route
  answers: Record<string, Answered>;
  lost: string; // why the server does not answer, or ""
  refused: boolean;
};

export type Change =
  | { do: "project"; project: Project }
  | { do: "nodeTypes"; nodeTypes: NodeType[] }
  | { do: "workflow"; workflow: Workflow | null }
  | { do: "open"; key: string }
  | { do: "panel"; panel: Panel }
  | { do: "node"; node: string; panel?: Panel }
  | { do: "watched"; watched: Watched }
  | { do: "filter"; filter: Partial<State["filter"]> }
  | { do: "execution"; execution: Execution | null; follow: boolean }
  | { do: "form"; route: string; form: Form }
  | { do: "answer"; route: string; answer: Answered }
  | { do: "lost"; why: string; refused?: boolean };

export const empty: State = {
  project: null,
  nodeTypes: [],
  workflow: null,
  open: "",
  panel: "run",
  node: "",
  watched: null,
  filter: { status: "", slower: "", all: false },
  execution: null,
  follow: true,
  forms: {},
  answers: {},
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
      return s.open === c.key
        ? s
        : { ...s, open: c.key, workflow: null, node: "", execution: null, follow: true, panel: panelFor(s, c.key) };
    case "panel":
      return { ...s, panel: c.panel };
    case "node":
      return { ...s, node: c.node, panel: c.panel ?? s.panel };
    case "watched":
      return { ...s, watched: c.watched };
    case "filter":
      return { ...s, filter: { ...s.filter, ...c.filter } };
    case "execution":
      return { ...s, execution: c.execution, follow: c.follow };
    case "form":
      return { ...s, forms: { ...s.forms, [c.route]: c.form } };
    case "answer":
      return { ...s, answers: { ...s.answers, [c.route]: c.answer } };
    case "lost":
      return { ...s, lost: c.why, refused: c.refused ?? false };
  }
}

// panelFor is what is worth seeing first beside a workflow.
function panelFor(s: State, key: string): Panel {
  const item = s.project?.workflows.find((w) => w.key === key);
  if (item && item.errors > 0) return "problems";
  if (s.project?.log) return "watch";
  return item && item.routes === 0 ? "go" : "run";
}

export const routeKey = (r: Route): string => r.workflow + " " + r.entry;
