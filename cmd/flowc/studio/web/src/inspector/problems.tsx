import { flushSync, useState } from "../lib";
import * as api from "../api/api";
import type { DraftProblem } from "../api/ask";
import { connectLoose } from "../model/commands";
import { editable } from "../model/drafts";
import type { State } from "../model/model";
import { Fixes } from "./fixes";
import { placeOf } from "./placeof";
import { Prose } from "../parts/parts";
import type { Dispatch } from "../model/store";

export function Problems({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const list = (state.project?.problems ?? []).filter((p) => p.workflow === state.open).sort((a, b) => rank(a) - rank(b));
  const elsewhere = (state.project?.problems ?? []).length - list.length;
  const loose = list.filter((p) => p.loose).length;
  return (
    <>
      {loose > 1 && editable(state) && (
        <button className="connect-all" onClick={() => void connectLoose()}>{loose === 2 ? "Connect both" : "Connect all that must be connected"}</button>
      )}
      {list.length === 0 && <p className="empty">Nothing is wrong here.</p>}
      <ul className="problems">
        {list.map((p, i) => <Item key={p.code + p.message + i} problem={p} place={placeOf(state, p)} choose={() => lead(p, dispatch)} draws={editable(state)} />)}
      </ul>
      {elsewhere > 0 && <p className="hint">{elsewhere} more in other files of the project.</p>}
    </>
  );
}

// lead goes to where the problem is: its wire, or its node with the field.
function lead(p: api.Problem, dispatch: Dispatch): void {
  const at = p as Partial<DraftProblem> & api.Problem;
  if (at.wire !== undefined && at.wire >= 0 && !p.node) return dispatch({ do: "choose", nodes: [], wire: at.wire });
  if (!p.node) return;
  flushSync(() => {
    dispatch({ do: "node", node: p.node, ...(at.field ? { panel: "node" as const } : {}) });
    dispatch({ do: "part", part: "settings" });
  });
  if (!at.field) return;
  const field = `[data-field="${CSS.escape(at.field)}"]`;
  const exact = `[data-pointer="${CSS.escape((at.pointer ?? "").replace(/^\/nodes\/\d+\/data/, ""))}"] .cm-content`;
  const began = performance.now();
  const focus = (): void => {
    const found = document.querySelector<HTMLElement>(exact) ?? document.querySelector<HTMLElement>(`${field} .cm-content, ${field} input, ${field} select`);
    if (!found && performance.now() - began < patience) return void requestAnimationFrame(focus); // the form comes with the document
    document.querySelector(field)?.scrollIntoView({ block: "center" });
    found?.focus();
  };
  focus();
}

const patience = 3000; // ms

const rank = (p: api.Problem): number => (p.severity === "error" ? 0 : 1);

function Item({ problem: p, place, choose, draws }: { problem: api.Problem; place: string; choose: () => void; draws: boolean }) {
  const id = (p as Partial<DraftProblem>).mend ?? "";
  const [explained, explain] = useState<api.Explanation | null>(null);
  const toggle = () => (explained ? explain(null) : void api.get<api.Explanation>("/api/explain", { rule: p.code }).then(explain));
  return (
    <li className={p.severity}>
      <button className="problem" onClick={choose}>
        <span className="severity">{p.severity === "error" ? "✕ error" : "! warning"}</span> {p.message}
        <small title={p.file + ":" + p.line}>{place}</small>
      </button>
      {p.hint && <p className="hint">{p.hint}{p.mends && !id && <> (<code>flowc fix -w</code> does)</>}</p>}
      <Fixes problem={p} draws={draws} />
      {p.code ? <button className="link" aria-expanded={!!explained} onClick={toggle}>{p.code}{explained ? "" : " explained"}</button> : <p className="hint">The Go compiler says so of what runs when it is built.</p>}
      {explained && (
        <div className="explained">
          <p className="doc"><Prose text={explained.doc} /></p>
          {explained.why && <p><Prose text={explained.why} /></p>}
          {explained.bad && <><h4>With the mistake</h4><pre tabIndex={0}>{explained.bad}</pre></>}
          {explained.good && <><h4>Without it</h4><pre tabIndex={0}>{explained.good}</pre></>}
        </div>
      )}
    </li>
  );
}
