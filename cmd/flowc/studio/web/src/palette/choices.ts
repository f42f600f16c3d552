import type { NodeType } from "../api/api";
import type { Follow } from "../api/ask";
import type { Preset } from "../api/ask";
import { entryOf, ofPreset, type Entry } from "../model/catalog";
import { addAfter, addAlone, connect, freeOutputs } from "../model/changes";
import type { Asking, State } from "../model/model";
import { now } from "../model/now";
import { addPreset, choosePreset } from "../model/presets";
import type { Dispatch } from "../model/store";
import { toCanvas, toNode } from "../parts/focus";

export type Choice = Entry & { key: string; label: string; kind: string; face: string; go: () => void }; // face is a node type, or ""

// choices are what may stand there, in order of likelihood.
export function choices(state: State, dispatch: Dispatch, a: Asking, follow: Follow | null): Choice[] {
  const doc = state.docs[state.open];
  if (!doc || !follow) return [];
  if (a.preset) return tables(state, dispatch, a);
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
  const presets = (state.kit?.presets ?? []).filter((p) => fits(p, a, types)).map((p): Choice => ({
    ...ofPreset(p), key: "preset " + p.name, label: p.title, kind: "preset", face: p.type, go: last(() => choosePreset(p, { ...a, types }, a.screen)),
  }));
  const there = (state.workflow?.view.nodes ?? []).filter((n) => n.id !== a.node && !n.entry && (follow.nodes?.includes(n.id) ?? true));
  const wires = there.map((n): Choice => ({ ...plain("→ " + n.name, n.kind), key: "→ " + n.id, group: "Here already", face: n.type, go: last(() => connect(a.node, a.output, n.id)) }));
  if (a.what === "any") return [...fresh, ...presets];
  return a.what === "connect" ? [...wires, ...fresh] : [...fresh, ...presets, ...wires];
}

// isBegun reports whether the open workflow has an entry point.
export const isBegun = (s: State): boolean => (s.workflow?.view.nodes ?? []).some((n) => n.entry);

// entriesLast puts the entry points after the others: most workflows have one.
export function entriesLast(s: State, all: Choice[]): Choice[] {
  const entry = (c: Choice) => Number(s.nodeTypes.some((t) => t.entry && t.type === c.key));
  return [...all].sort((x, y) => entry(x) - entry(y));
}

// fits reports whether a preset may stand there: what it begins with may, and in a wire it goes on.
const fits = (p: Preset, a: Asking, types: string[]): boolean => (a.node === "" || types.includes(p.first)) && (a.wire === undefined || a.wire < 0 || p.end !== "");

// tables are those that a preset can be about.
function tables(state: State, dispatch: Dispatch, a: Asking): Choice[] {
  const preset = state.kit?.presets?.find((p) => p.name === a.preset);
  const dir = state.open.includes("/") ? state.open.slice(0, state.open.lastIndexOf("/")) : ".";
  const folder = state.kit?.folders.find((f) => f.dir === dir);
  if (!preset) return [];
  return (folder?.tables ?? []).filter((t) => !t.view && t.key.length === 1).map((t) => ({
    ...plain(t.name, (t.columns ?? []).map((c) => c.name).join(", ")), face: preset.type,
    go: () => {
      dispatch({ do: "ask", asking: null });
      toCanvas();
      void addPreset(preset, a, t.name);
    },
  }));
}

const plain = (label: string, kind: string) => ({ key: label, label, kind, title: label, doc: "", also: [], words: [], group: "", face: "" });

const choiceOf = (t: NodeType, go: () => void): Choice => ({ ...entryOf(t), key: t.type, label: t.title, kind: "", face: t.type, go });
