import { useEffect, useRef, useState } from "../lib";
import { causesOf, isBehind, stateOf } from "../model/causes";
import type { State } from "../model/model";

// Running is the state of the server: pressed, it lists every cause for which it is not what was written.
export function Running({ state }: { state: State }) {
  const p = state.project!;
  const [shown, show] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const is = stateOf(p);
  useEffect(() => {
    if (!shown) return;
    const away = (e: Event) => !box.current?.contains(e.target as Node) && show(false);
    const pressed = (e: KeyboardEvent) => e.key === "Escape" && (show(false), box.current?.querySelector("button")?.focus());
    addEventListener("pointerdown", away);
    addEventListener("keydown", pressed);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("keydown", pressed);
    };
  }, [shown]);
  if (p.log) return <span className="running">log {p.log}</span>;
  return (
    <div className="status-place" ref={box}>
      <button className={"running " + is.tone} aria-expanded={shown} aria-haspopup="dialog" onClick={() => show(!shown)}><span aria-hidden="true">{is.mark} </span>{is.text}</button>
      {shown && <Causes state={state} close={() => show(false)} />}
    </div>
  );
}

function Causes({ state, close }: { state: State; close: () => void }) {
  const p = state.project!;
  const list = causesOf(state);
  return (
    <section className="causes" role="dialog" aria-label="State of the server">
      <h2>{stateOf(p).text}</h2>
      {list.length === 0 && <p>{isBehind(p) ? "The terminal of flowc studio says why." : p.running.building ? "What is sent waits for it." : "All workflows run as saved."}</p>}
      <ul>
        {list.map((c, i) => (
          <li key={i}>
            <div><strong>{c.text}</strong>{c.detail && <small>{c.detail}</small>}</div>
            {c.go && <button onClick={() => (close(), c.go!())}>{c.link}</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
