import { useState } from "../lib";
import { editable } from "../model/drafts";
import { Gallery, GalleryDialog } from "./gallery";
import { Manage } from "./manage";
import { Routes } from "./routes";
import type { State } from "../model/model";
import { open, type Dispatch } from "../model/store";

export function Home({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const p = state.project;
  const [begins, begin] = useState(false);
  if (!p) return <main className="home" aria-busy="true" />;
  const lone = p.workflows.filter((w) => w.routes === 0);
  const draws = editable(state);
  const errors = p.problems.filter((x) => x.severity === "error").length;
  const elsewhere = p.problems.filter((x) => x.severity === "error" && !p.workflows.some((w) => w.key === x.workflow));
  return (
    <main className="home">
      <div className="home-head">
        <h1>Workflows</h1> <span className="faint">{p.workflows.length}</span> <span className="grow" />
        {draws && p.workflows.length > 0 && <button className="primary begin" aria-haspopup="dialog" onClick={() => begin(true)}>+ New</button>}
      </div>
      {begins && <GalleryDialog state={state} close={() => begin(false)} />}
      {errors > 0 && (
        <p className="note-line">
          {errors === 1 ? "One error" : errors + " errors"} to fix first: {p.workflows.filter((w) => w.errors > 0).map((w) => (
            <button className="link" key={w.key} onClick={() => open(w.key)}>{w.name}</button>
          ))}
          {elsewhere.map((x, i) => <span key={i} className="elsewhere"><code>{x.file}:{x.line}</code> {x.message}</span>)}
        </p>
      )}
      {p.routes.length === 0 ? <p className="empty">There is no route yet.</p> : <Routes routes={p.routes} base={p.base} state={state} dispatch={dispatch} />}
      {draws && p.workflows.length === 0 && <Gallery state={state} />}
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
