import { useState } from "../lib";
import type { Output, ViewNode } from "../api/api";
import { disconnect } from "../model/changes";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";
import { Prose } from "../parts/parts";
import { inWords } from "./slot";

// Outputs are the ways out of a node, and where they lead.
export function Outputs({ node: n, state, dispatch, draws }: { node: ViewNode; state: State; dispatch: Dispatch; draws: boolean }) {
  const view = state.workflow!.view;
  const nameOf = (id: string) => view.nodes?.find((m) => m.id === id)?.name ?? id;
  const wires = (output: string) => (view.wires ?? []).filter((w) => w.from === n.id && w.output === output);
  const ask = (output: string, e: { currentTarget: HTMLElement }) => {
    const { left, bottom } = e.currentTarget.getBoundingClientRect();
    dispatch({ do: "ask", asking: { what: "after", node: n.id, output, at: null, screen: { x: left, y: bottom + 4 } } });
  };
  return (
    <section className="ways">
      <h4>Outputs</h4>
      <dl>
        {n.outputs.map((o) => (
          <div key={o.name}>
            <dt>{o.name}{!o.wired && <small>{o.required ? " must be wired" : " not wired"}</small>}
              {wires(o.name).map((w) => (
                <span key={w.to} className="way"> → <button className="link" onClick={() => dispatch({ do: "node", node: w.to })}>{nameOf(w.to)}</button>
                  {draws && <button className="link" aria-label={"remove the wire from " + o.name + " to " + nameOf(w.to)} onClick={() => disconnect(w.index!)}>✕</button>}
                </span>
              ))}
              {draws && <button className="link add" aria-label={"what follows " + o.name} onClick={(e) => ask(o.name, e)}>+</button>}
            </dt>
            <About output={o} type={n.type} />
          </div>
        ))}
      </dl>
    </section>
  );
}

// About is what an output means, where a person asks for it.
function About({ output: o, type }: { output: Output; type: string }) {
  const [open, setOpen] = useState(false);
  return <dd><button className="why-button" aria-expanded={open} aria-label={"what " + o.name + " means"} onClick={() => setOpen(!open)}>?</button>{open && <> <Prose text={inWords(o.doc, type)} /></>}</dd>;
}
