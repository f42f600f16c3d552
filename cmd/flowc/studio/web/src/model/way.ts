// The way that an execution took, over the nodes and wires of its workflow.
import type { Execution, NodeType, Visit, Wire, Workflow } from "../api/api";

export type Way = {
  visits: Map<string, Visit[]>; // by the node's id
  wires: Set<Wire>;
  refused: Set<string>; // ids of the nodes where a refused request was refused, and of those behind
};

export function wayOf(w: Workflow, x: Execution, types: NodeType[]): Way {
  const ids = new Map((w.view.nodes ?? []).map((n) => [n.name, n.id]));
  const visits = new Map<string, Visit[]>();
  for (const v of x.visits ?? []) {
    const id = ids.get(v.node);
    if (id) visits.set(id, [...(visits.get(id) ?? []), v]);
  }
  const wires = new Set<Wire>();
  const explained = new Set<string>();
  const possible = (w.view.wires ?? []).filter((wire) => follows(visits.get(wire.from), visits.get(wire.to)));
  for (const wire of possible) {
    if (visits.get(wire.from)!.some((v) => takes(v, wire))) {
      wires.add(wire);
      explained.add(wire.to);
    }
  }
  // A region's node takes another output in the end than the one that it began with.
  for (const wire of possible) if (!explained.has(wire.to)) wires.add(wire);
  return { visits, wires, refused: refusedOf(w, x, visits, types) };
}

export const takes = (v: Visit, wire: Wire): boolean => (v.output === "" ? wire.output === "out" : v.output === wire.output);

function follows(from: Visit[] | undefined, to: Visit[] | undefined): boolean {
  return !!from && !!to && from.some((f) => to.some((t) => t.seq > f.seq));
}

// refusedOf are the nodes from which on a request was refused: where the last output of refusals was taken, else where it was answered.
function refusedOf(w: Workflow, x: Execution, visits: Map<string, Visit[]>, types: NodeType[]): Set<string> {
  if (x.status < 400 || x.status > 499) return new Set();
  const all = [...visits].flatMap(([id, list]) => list.map((v) => ({ id, v, n: w.view.nodes?.find((m) => m.id === id) })));
  const refusing = all.filter(({ v, n }) => types.find((t) => t.type === n?.type)?.outputs.some((o) => o.name === v.output && o.refuses));
  const from = Math.max(...(refusing.length > 0 ? refusing : all.filter(({ n }) => n?.answers)).map(({ v }) => v.seq));
  return new Set(all.filter(({ v }) => v.seq >= from).map(({ id }) => id));
}
