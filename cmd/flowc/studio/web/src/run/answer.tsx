import type * as api from "../api/api";
import { causesOf } from "../model/causes";
import { routeKey, type State } from "../model/model";
import { showExecution } from "../model/store";
import { clock, duration, statusText } from "../model/text";
import { bodyOf, Status, Values } from "../parts/parts";

const slack = 20; // ms between two clocks of one machine

// isOf reports whether an execution is the one that gave an answer, as far as its records have come.
export function isOf(x: api.Execution, route: api.Route, a: api.Answered): boolean {
  const after = Date.parse(x.began) - Date.parse(a.sent);
  return (x.method === "" || x.method === route.method) && (x.status === a.status || x.status === 0) && after >= -slack && after <= a.duration / 1e6 + slack;
}

// ownOf is the answer to a request of this page that an execution gave, undefined where it gave none.
export function ownOf(state: State, route: api.Route, x: api.Execution): api.Answered | undefined {
  if (x.beside || (x.entry !== "" && x.entry !== route.name)) return undefined;
  return state.sends.findLast((s) => s.route === routeKey(route) && s.answer.status > 0 && isOf(x, route, s.answer))?.answer;
}

// Other says that the canvas shows another request than the one that was answered here, which can be shown again.
export function Other({ state, answer: a, route }: { state: State; answer: api.Answered | undefined; route: api.Route }) {
  const x = state.execution!;
  const mine = a && state.watched?.list.find((w) => w.workflow === x.workflow && isOf(w, route, a));
  return (
    <section className="answer other" aria-label="Answer">
      <p>The canvas shows {a ? "another request" : x.beside ? "a run to a node" : "a request from elsewhere"}: {x.method} {x.path} at {clock(x.began)}{x.status > 0 && <>, answered <Status status={x.status} text={statusText(x.status)} /></>}.</p>
      {mine && <button type="button" onClick={() => void showExecution(mine.id, state.open)}>Show the one sent here at {clock(a.sent)}</button>}
    </section>
  );
}

// Late says what has failed after the answer, which no caller hears of.
export function Late({ execution: x }: { execution: api.Execution }) {
  if (!x.late) return null;
  return <p className="failure late" role="alert">After this answer <strong>{x.failed}</strong> failed: {x.error}</p>;
}

// Stale says, above a route that is not found, that what runs is not what was written, and why.
export function Stale({ state, answer: a }: { state: State; answer: api.Answered }) {
  const p = state.project;
  const causes = causesOf(state);
  if (!p?.running.stale || (a.status !== 404 && a.status !== 405)) return null;
  return (
    <div className="warned" role="status">
      What was saved since {clock(p.running.since)} does not run yet{causes.length > 0 ? ": " + causes.map((c) => c.text).join(", ") : ""}.
      {causes[0]?.go && <button type="button" className="link" onClick={causes[0].go}>{causes[0].link}</button>}
    </div>
  );
}

export function Answer({ answer: a }: { answer: api.Answered }) {
  if (!a.status) return <p className="failure" role="alert">{a.error}</p>;
  const location = a.headers?.["Location"]?.[0];
  return (
    <section className="answer" aria-label="Answer">
      <h3><Status status={a.status} text={statusText(a.status)} /> <small>{duration(a.duration)}</small></h3>
      {location && <p className="hint">It sends the caller on to {location}; studio does not follow.</p>}
      {a.kept.length > 0 && <p className="hint">Kept for later requests: {a.kept.map((n) => <code key={n}>{"{{" + n + "}}"}</code>)}</p>}
      {a.body && <Values title={a.cut ? "Body, its first MiB" : "Body"} value={bodyOf(a.body)} hidden={a.hidden} />}
      {a.error && <p className="failure">{a.error}</p>}
      <details><summary>Headers</summary>
        <dl>{Object.entries(a.headers ?? {}).map(([k, v]) => <div key={k}><dt>{k}</dt><dd>{v.join(", ")}</dd></div>)}</dl>
      </details>
    </section>
  );
}
