import { isDirty } from "../model/doc";
import { save } from "../model/drafts";
import { toCanvas } from "../parts/focus";
import { useKeys } from "./keys";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";
import { tidyUp } from "../model/commands";

// Tools are the commands of drawing, each with its key.
export function Tools({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  useKeys();
  const d = state.docs[state.open]!;
  const any = () => dispatch({ do: "ask", asking: { what: "any", node: "", output: "", at: null, screen: { x: innerWidth / 3, y: 120 } } });
  const dirty = isDirty(d);
  return (
    <div className="tools" role="toolbar" aria-label="Drawing" onClick={(e) => e.detail > 0 && toCanvas()}>
      <button onClick={any} title="Add a node (a)">+ Add</button>
      <button onClick={() => dispatch({ do: "undo" })} disabled={d.past.length === 0} title="Undo (Ctrl Z)" aria-label="Undo">↶</button>
      <button onClick={() => dispatch({ do: "redo" })} disabled={d.future.length === 0} title="Do again (Ctrl Shift Z)" aria-label="Do again">↷</button>
      <button onClick={() => void tidyUp()} title="Tidy up (t)">Tidy</button>
      {state.kit?.head && <button aria-pressed={state.compares} onClick={() => dispatch({ do: "compare", compares: !state.compares })} title={"Changed since HEAD, " + state.kit.head}>Changes</button>}
      <span className="said" role="status" title={state.said}>{state.said}</span>
      {dirty && <span className="unsaved" title="Kept as a draft until it is saved">Not saved, kept as a draft</span>}
      <button className={dirty ? "primary" : ""} onClick={() => void save(d.key)} disabled={!dirty || d.saving} title="Save (Ctrl S)">
        {d.saving ? "Saving …" : dirty ? "Save" : "Saved"}
      </button>
    </div>
  );
}

