import type { CSSProperties } from "react";
import { Code } from "../inspector/code";
import type { Panel, State } from "../model/model";
import { NodePanel } from "../inspector/node";
import { Problems } from "../inspector/problems";
import { Resizer, useRemembered } from "../parts/resizer";
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

const sides = { min: 320, max: 640, before: false };

export function Side({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const count = (state.project?.problems ?? []).filter((p) => p.workflow === state.open).length;
  const [width, setWidth] = useRemembered<number>("width of the panel", innerWidth < 1600 ? 372 : 440);
  return (
    <aside aria-label="Beside the canvas" style={{ "--width": width + "px" } as CSSProperties}>
      <Resizer label="Width of the panel" width={width} set={setWidth} {...sides} />
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
