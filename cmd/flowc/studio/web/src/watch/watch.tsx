import { memo } from "../lib";
import { alike } from "../model/alike";
import type { Execution, Watched } from "../api/api";
import type { State } from "../model/model";
import { now } from "../model/now";
import { Status } from "../parts/parts";
import { Tile } from "../parts/tile";
import { Again } from "./again";
import { open, showExecution, type Dispatch } from "../model/store";
import { clock, duration } from "../model/text";

export function Watch({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const w = state.watched;
  return (
    <>
      <div className="filters">
        <label>Status
          <select value={state.filter.status} onChange={(e) => dispatch({ do: "filter", filter: { status: e.target.value } })}>
            <option value="">all</option><option value="2">2xx</option><option value="3">3xx</option><option value="4">4xx</option>
            <option value="5">5xx</option><option value="running">running</option>
          </select>
        </label>
        <label>Slower than
          <select value={state.filter.slower} onChange={(e) => dispatch({ do: "filter", filter: { slower: e.target.value } })}>
            <option value="">any</option><option value="10">10 ms</option><option value="100">100 ms</option><option value="1000">1 s</option>
          </select>
        </label>
        <label><input type="checkbox" checked={state.filter.all} onChange={(e) => dispatch({ do: "filter", filter: { all: e.target.checked } })} /> all workflows</label>
        <label><input type="checkbox" checked={state.follow} onChange={(e) => dispatch({ do: "execution", execution: state.execution, follow: e.target.checked })} /> follow</label>
      </div>
      {w && w.list.length === 0 && <p className="empty">Nothing has run yet. Whoever calls, it shows here.</p>}
      {state.execution && w?.list.some((x) => x.id === state.execution!.id) && <Again state={state} execution={state.execution} />}
      {w && w.list.length > 0 && <List w={w} state={state} />}
      {w && <Lean w={w} />}
    </>
  );
}

function List({ w, state }: { w: Watched; state: State }) {
  return (
    <ul className="executions">
      {w.list.slice(0, 100).map((x) => <Row key={x.id} execution={x} chosen={state.execution?.id === x.id} all={state.filter.all} type={typeOf(state, x)} />)}
    </ul>
  );
}

// Row is an execution. A busy server has news all the time, of a few of a hundred: the others are not drawn anew.
const Row = memo(function Row({ execution: x, chosen, all, type }: { execution: Execution; chosen: boolean; all: boolean; type: string }) {
  return (
    <li>
      <button aria-current={chosen} onClick={() => choose(x)}>
        <span className="time">{clock(x.began)}</span>
        {x.status ? <Status status={x.status} text={String(x.status)} /> : <span className="status">{x.state === "lost" ? "cut off" : "running"}</span>}
        <Tile type={type} small />
        <span className="what">{all ? x.workflow : x.method ? x.method + " " + x.path : x.entry} {x.failed && <em>{x.failed} failed{x.late && " after the answer"}</em>}</span>
        <span className="took">{x.status ? duration(x.duration) : ""}</span>
      </button>
    </li>
  );
}, alike);

// typeOf is the node type by which an execution came, "" where no route leads there.
function typeOf(state: State, x: Execution): string {
  const key = state.project?.workflows.find((i) => i.name === x.workflow)?.key;
  return state.project?.routes.find((r) => r.workflow === key && r.name === x.entry)?.type ?? "";
}

// choose shows an execution on the canvas of its workflow.
function choose(x: Execution): void {
  const s = now();
  const item = s.project?.workflows.find((i) => i.name === x.workflow);
  if (s.workflow?.name !== x.workflow && item) open(item.key);
  void showExecution(x.id, item?.key ?? s.open);
}

// Lean says what is not kept.
function Lean({ w }: { w: Watched }) {
  const parts = [
    w.list.length > 100 && "the last 100 of these are shown",
    w.lean.gone > 0 && w.lean.gone + " of " + w.seen + " executions are not kept any more",
    w.lean.values > 0 && w.lean.values + " are kept without values",
    w.lean.nodes > 0 && w.lean.nodes + " without nodes",
  ].filter(Boolean);
  return parts.length > 0 ? <p className="hint">{parts.join("; ")}.</p> : null;
}
