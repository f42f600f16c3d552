// What the library draws: cards of nodes, notes, frames of regions, and wires.
import type { Edge, Node } from "@xyflow/react";
import type { Problem, ViewNode, Visit, Wire, Workflow } from "../api/api";
import { cardWidth as width, heightOf } from "../model/measures";
import type { Dispatch } from "../model/store";
import { cut, readable } from "../model/text";
import { routesOf, type Route } from "./routes";
import { takes, type Way } from "../model/way";

export type CardData = {
  node: ViewNode; visits: Visit[]; taken: string[]; lit: boolean; refused: boolean; dim: boolean; found: boolean; problems: Problem[]; ended: boolean; dispatch: Dispatch; editable: boolean; since?: "new" | "changed";
};
export type Card = Node<CardData, "card">;
export type Sticky = Node<{ text: string }, "sticky">;
export type Frame = Node<{ label: string }, "frame">;

export type Line = Edge<{ route: Route; value: string; editable: boolean }, "wire">;

export type Look = { way: Way | null; problems: Problem[]; chosen: string[]; found: string; ended: boolean; dispatch: Dispatch; editable: boolean };

const none: never[] = [];

export function nodesOf(w: Workflow, { way, problems, chosen, found, ended, dispatch, editable }: Look): Node[] {
  const cards: Node[] = (w.view.nodes ?? []).map((n): Card => {
    const visits = way?.visits.get(n.id) ?? none;
    const lit = visits.length > 0;
    return {
      id: n.id, type: "card", position: { x: n.x, y: n.y }, width, height: heightOf(n), selected: chosen.includes(n.id), ariaLabel: n.name + ", " + n.kind,
      data: { node: n, visits, taken: lit ? outputsOf(way!, n.id) : none, lit, refused: way?.refused.has(n.id) ?? false, dim: way !== null && !lit, found: n.id === found, ended, problems: problems.filter((p) => p.node === n.id), dispatch, editable },
    };
  });
  const notes: Node[] = w.notes.map((n): Sticky => ({
    id: "note " + n.id, type: "sticky", position: n.position, initialWidth: 220, initialHeight: 60, data: { text: n.text }, selected: chosen.includes(n.id), zIndex: -1,
  }));
  return [...framesOf(w), ...notes, ...cards];
}

// outputsOf are the outputs of a node from which a lit wire leads.
const outputsOf = (way: Way, id: string): string[] => [...way.wires].filter((wire) => wire.from === id).map((wire) => wire.output);

const visit = 14; // what a line below a card needs beside the room of a frame

// framesOf draws a frame around each region: what a node protects.
function framesOf(w: Workflow): Node[] {
  const all = w.view.nodes ?? [];
  return all.flatMap((n): Frame[] => {
    const inside = all.filter((m) => within(all, m, n.id));
    if (inside.length === 0) return [];
    const pad = 18 + 10 * depth(all, n);
    const x = Math.min(...inside.map((m) => m.x)) - pad;
    const y = Math.min(...inside.map((m) => m.y)) - pad - 14;
    const right = Math.max(...inside.map((m) => m.x + width)) + pad;
    const bottom = Math.max(...inside.map((m) => m.y + heightOf(m))) + pad + visit;
    return [{
      id: "frame " + n.id, type: "frame", position: { x, y }, width: right - x, height: bottom - y, data: { label: n.name + " (" + n.kind + ")" },
      selectable: false, focusable: false, draggable: false, zIndex: -2,
    }];
  });
}

const within = (all: ViewNode[], n: ViewNode, region: string): boolean =>
  n.region === region || (n.region !== "" && within(all, all.find((m) => m.id === n.region)!, region));

// depth is how many regions are inside of that of n: its frame leaves room for theirs.
const depth = (all: ViewNode[], n: ViewNode): number =>
  Math.max(0, ...all.filter((m) => m.region === n.id && all.some((o) => o.region === m.id)).map((m) => 1 + depth(all, m)));

export function edgesOf(w: Workflow, { way, problems, editable }: Pick<Look, "way" | "problems" | "editable">, chosen: number): Line[] {
  const routes = routesOf(w.view.nodes ?? [], w.view.wires ?? []);
  return (w.view.wires ?? []).map((wire, i): Line => {
    const lit = way?.wires.has(wire) ?? false;
    const number = /\d+$/.exec(wire.label)?.[0];
    const index = wire.index ?? i;
    const wrong = problems.some((p) => "wire" in p && p.wire === index);
    const refused = lit && way!.refused.has(wire.from);
    const color = wrong ? "var(--failed)" : refused ? "var(--refused)" : lit ? "var(--success)" : wire.guard ? "var(--guard)" : "var(--edge)";
    return {
      id: String(index), type: "wire", data: { route: routes[i]!, value: lit ? valueOf(way!.visits.get(wire.from)!, wire) : "", editable }, selected: index === chosen, source: wire.from, target: wire.to, sourceHandle: wire.output, label: wrong ? "✕" + (number ?? "") : number, focusable: false,
      className: (wrong ? "wrong " : "") + (index === chosen ? "chosen " : "") + (refused ? "refused " : "") + (lit ? "lit " : way ? "dim " : "") + (wire.guard ? "guard" : ""), zIndex: lit ? 1 : 0,
      style: { stroke: color },
    };
  });
}

const longest = 80; // characters of a value

// valueOf is what went over a wire last.
function valueOf(visits: Visit[], wire: Wire): string {
  const values = visits.findLast((v) => takes(v, wire))?.values;
  return values === undefined || values === null ? "" : cut(readable(values), longest);
}
