import type { Route } from "../api/api";
import { editable } from "../model/drafts";
import { Manage, New, Starters } from "./manage";
import type { State } from "../model/model";
import { open, type Dispatch } from "../model/store";
import { statusText } from "../model/text";
import { Copy, Status } from "../parts/parts";
import { Tile } from "../parts/tile";

export function Home({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const p = state.project;
  if (!p) return <main className="home" aria-busy="true" />;
  const lone = p.workflows.filter((w) => w.routes === 0);
  const draws = editable(state);
  const errors = p.problems.filter((x) => x.severity === "error").length;
  const elsewhere = p.problems.filter((x) => x.severity === "error" && !p.workflows.some((w) => w.key === x.workflow));
  return (
    <main className="home">
      <h1>Routes</h1>
      {errors > 0 && (
        <p className="note-line">
          {errors === 1 ? "One error" : errors + " errors"} to mend first: {p.workflows.filter((w) => w.errors > 0).map((w) => (
            <button className="link" key={w.key} onClick={() => open(w.key)}>{w.name}</button>
          ))}
          {elsewhere.map((x, i) => <span key={i} className="elsewhere"><code>{x.file}:{x.line}</code> {x.message}</span>)}
        </p>
      )}
      {p.routes.length === 0 ? <p className="empty">There is no route yet.</p> : <Routes routes={p.routes} base={p.base} state={state} dispatch={dispatch} />}
      {draws && p.workflows.length === 0 && <Starters state={state} />}
      {draws && <New state={state} />}
      {lone.length > 0 && (
        <>
          <h2>Workflows without a route</h2>
          <ul className="lone">
            {lone.map((w) => (
              <li key={w.key}>
                <button className="link" onClick={() => open(w.key)}>{w.name}</button> <span>{w.about}</span>
                {draws && <Manage id={w.key} name={w.name} dispatch={dispatch} />}
                {w.errors > 0 && <span className="mark error">{w.errors} ✕</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </main>
  );
}

function Routes({ routes, base, state, dispatch }: { routes: Route[]; base: string; state: State; dispatch: Dispatch }) {
  const nameOf = (key: string) => state.project?.workflows.find((w) => w.key === key)?.name ?? key;
  return (
    <table className="routes">
      <thead>
        <tr><th scope="col">Route</th><th scope="col">What it does</th><th scope="col">Open to</th><th scope="col">Last answer</th></tr>
      </thead>
      <tbody>
        {routes.map((r) => (
          <tr key={r.workflow + r.entry} onClick={() => open(r.workflow)}>
            <td>
              <button className="route" onClick={() => open(r.workflow)}>
                <Tile type={r.type} small /> <span className={"method " + r.method.toLowerCase()}>{r.method}</span> <span className="path">{r.path}</span>
              </button>
              <Copy text={base + r.path} what={"URL of " + r.method + " " + r.path} />
            </td>
            <td>{r.about}</td>
            <td>{protection(r.protection)}</td>
            <td className="last">{r.last ? <Status status={r.last} text={statusText(r.last)} /> : <span className="faint">none yet</span>}{editable(state) && <Manage id={r.workflow} name={nameOf(r.workflow)} dispatch={dispatch} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function protection(p: string) {
  if (p === "none" || p === "public") return <span className="faint">{p === "public" ? "everybody, on purpose" : "everybody"}</span>;
  return <span className="guarded"><span aria-hidden="true">◆ </span>{p}</span>;
}
