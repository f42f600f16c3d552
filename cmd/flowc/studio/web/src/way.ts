// The way that an execution took, over the nodes and wires of its workflow.
import type { Execution, Visit, Wire, Workflow } from "./api";

export type Way = {
  visits: Map<string, Visit[]>; // by the node's id
  wires: Set<Wire>;
};

export function wayOf(w: Workflow, x: Execution): Way {
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
  return { visits, wires };
}

const takes = (v: Visit, wire: Wire): boolean => (v.output === "" ? wire.output === "out" : v.output === wire.output);

function follows(from: Visit[] | undefined, to: Visit[] | undefined): boolean {
  return !!from && !!to && from.some((f) => to.some((t) => t.seq > f.seq));
}
