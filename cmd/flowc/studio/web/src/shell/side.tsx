import { Code } from "../inspector/code";
import type { Panel, State } from "../model/model";
import { NodePanel } from "../inspector/node";
import { Problems } from "../inspector/problems";
import { Run } from "../run/run";
import type { Dispatch } from "../model/store";
import { Watch } from "../watch/watch";

const panels: { panel: Panel; label: string; key: string }[] = [
  { panel: "run", label: "Run", key: "r" },
  { panel: "watch", label: "Watch", key: "w" },
  { panel: "node", label: "Node", key: "n" },
  { panel: "go", label: "Go", key: "g" },
  { panel: "problems", label: "Problems", key: "p" },
];

export function Side({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const count = (state.project?.problems ?? []).filter((p) => p.workflow === state.open).length;
  return (
    <aside aria-label="Beside the canvas">
      <div role="tablist" aria-label="What is shown">
        {panels.map(({ panel, label, key }) => (
          <button
            key={panel} role="tab" id={"tab-" + panel} aria-selected={state.panel === panel} aria-controls="panel" title={"key: " + key}
            onClick={() => dispatch({ do: "panel", panel })}
          >
            {label}{panel === "problems" && count > 0 && <span className="count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={"tab-" + state.panel} className={"panel " + state.panel} tabIndex={0}>
        {state.panel === "run" && <Run state={state} dispatch={dispatch} />}
        {state.panel === "watch" && <Watch state={state} dispatch={dispatch} />}
        {state.panel === "node" && <NodePanel state={state} dispatch={dispatch} />}
        {state.panel === "go" && <Code state={state} dispatch={dispatch} />}
        {state.panel === "problems" && <Problems state={state} dispatch={dispatch} />}
      </div>
    </aside>
  );
}
