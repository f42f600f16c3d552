import type { Execution, Route } from "../api/api";
import { editable } from "../model/drafts";
import type { State } from "../model/model";
import { open, showExecution, type Dispatch } from "../model/store";
import { clock, statusText } from "../model/text";
import { Copy, Status } from "../parts/parts";
import { Shield } from "../parts/shield";
import { Tile } from "../parts/tile";
import { Manage } from "./manage";
import { resourcesOf } from "./resources";
import { Sparkline } from "./sparkline";

// Routes are the routes by the resource that they are about: what each does, to whom it is open, how often it was called, and how
// it went last.
export function Routes({ routes, base, state, dispatch }: { routes: Route[]; base: string; state: State; dispatch: Dispatch }) {
  const groups = resourcesOf(routes);
  return (
    <table className="routes">
      <thead>
        <tr><th scope="col">Workflow</th><th scope="col">Route</th><th scope="col">Guard</th><th scope="col">Calls</th><th scope="col">Last answer</th></tr>
      </thead>
      {/* One body: a row whose group is another one keeps what is open in it. */}
      <tbody>
        {groups.flatMap((g) => [
          g.name && <tr key={"resource " + g.name} className="resource"><th scope="colgroup" colSpan={5}>{g.name}</th></tr>,
          ...g.routes.map((r) => <Row key={r.workflow + r.entry} route={r} base={base} state={state} dispatch={dispatch} />),
        ])}
      </tbody>
    </table>
  );
}

function Row({ route: r, base, state, dispatch }: { route: Route; base: string; state: State; dispatch: Dispatch }) {
  const name = state.project?.workflows.find((w) => w.key === r.workflow)?.name ?? r.workflow;
  const calls = (state.watched?.list ?? []).filter((x) => x.workflow === name && x.entry === r.name);
  return (
    <tr onClick={() => open(r.workflow)}>
      <td>
        <div className="of-workflow">
          <Tile type={r.type} small />
          <div><strong>{name}</strong>{r.about && <small>{r.about}</small>}</div>
        </div>
      </td>
      <td>
        <div className="of-route">
          <button className="route" onClick={() => open(r.workflow)}>
            <span className="method">{r.method}</span> <span className="path">{r.path}</span>
          </button>
          <Copy text={base + r.path} what={"URL of " + r.method + " " + r.path} />
        </div>
      </td>
      <td>{protection(r.protection)}</td>
      <td><Sparkline calls={calls} /></td>
      <td className="last">
        {r.last ? <Status status={r.last} text={statusText(r.last)} /> : <span className="faint">none yet</span>}{editable(state) && <Manage id={r.workflow} name={name} dispatch={dispatch} />}
        <LastFailure calls={calls} route={r} />
      </td>
    </tr>
  );
}

// LastFailure leads to the last execution that failed.
function LastFailure({ calls, route }: { calls: Execution[]; route: Route }) {
  const x = calls.find((c) => c.status >= 500 || c.failed !== "");
  if (!x) return null;
  const show = (e: { stopPropagation(): void }) => {
    e.stopPropagation();
    open(route.workflow);
    void showExecution(x.id, route.workflow);
  };
  return <button className="link failed-last" title={x.error} onClick={show}>{x.failed || "failed"} at {clock(x.began)}</button>;
}

function protection(p: string) {
  if (p === "none" || p === "public") return <span className="faint">{p === "public" ? "Open to all, on purpose" : "Open to all"}</span>;
  return <span className="guarded"><Shield /> {p}</span>;
}
