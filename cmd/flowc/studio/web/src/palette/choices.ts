import type { NodeType } from "../api/api";
import type { Follow } from "../api/ask";
import { entryOf, type Entry } from "../model/catalog";
import { addAfter, addAlone, connect, freeOutputs } from "../model/changes";
import type { Asking, State } from "../model/model";
import { now } from "../model/now";
import type { Dispatch } from "../model/store";
import { toCanvas, toNode } from "../parts/focus";

export type Choice = Entry & { key: string; label: string; kind: string; face: string; go: () => void }; // face is a node type, or ""

// choices are what may stand there, in order of likelihood.
export function choices(state: State, dispatch: Dispatch, a: Asking, follow: Follow | null): Choice[] {
  const doc = state.docs[state.open];
  if (!doc || !follow) return [];
  if (a.what !== "any" && a.node && !a.output) {
    return freeOutputs(state, a.node).map((o) => ({
      ...plain(o.name, o.wired ? "wired" : o.required ? "must be connected" : ""), doc: o.doc, go: () => dispatch({ do: "ask", asking: { ...a, output: o.name } }),
    }));
  }
  const likely = follow.likely ?? [];
  const types = [...follow.types].sort((x, y) => Number(likely.includes(y)) - Number(likely.includes(x)));
  const last = (change: () => void) => () => {
    dispatch({ do: "ask", asking: null });
    change();
    toCanvas();
    toNode(now().node);
  };
  const fresh = types.flatMap((name): Choice[] => {
    const t = state.nodeTypes.find((n) => n.type === name);
    if (!t || (a.wire !== undefined && t.answers)) return [];
    return [choiceOf(t, last(() => (a.node && a.what !== "any" ? addAfter(t, a, follow.data?.[name]) : addAlone(t, a.at, a.wire))))];
  });
  const there = (state.workflow?.view.nodes ?? []).filter((n) => n.id !== a.node && !n.entry && (follow.nodes?.includes(n.id) ?? true));
  const wires = there.map((n): Choice => ({ ...plain("→ " + n.name, n.kind), key: "→ " + n.id, group: "Here already", face: n.type, go: last(() => connect(a.node, a.output, n.id)) }));
  if (a.what === "any") return fresh;
  return a.what === "connect" ? [...wires, ...fresh] : [...fresh, ...wires];
}

const plain = (label: string, kind: string) => ({ key: label, label, kind, title: label, doc: "", also: [], words: [], group: "", face: "" });

const choiceOf = (t: NodeType, go: () => void): Choice => ({ ...entryOf(t), key: t.type, label: t.title, kind: "", face: t.type, go });
