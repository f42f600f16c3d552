import { useLayoutEffect, useState } from "../lib";
import * as api from "../api/api";
import { Canvas } from "../canvas/canvas";
import { Conflict } from "./conflict";
import { Docs } from "../docs/docs";
import { missingIn } from "../model/causes";
import { Environment } from "../data/environment";
import { Help } from "./help";
import { Home } from "../home/home";
import type { State, View } from "../model/model";
import { dispatch } from "../model/now";
import { Outbox } from "../data/outbox";
import { Schema } from "../data/schema";
import { Search } from "./search";
import { isDefaults, Settings } from "../data/settings";
import { Side } from "./side";
import { Running } from "./status";
import { editable } from "../model/drafts";
import { useTheme, type Theme } from "../parts/theme";
import { look, open, useStore, type Dispatch } from "../model/store";

export function App() {
  const state = useStore();
  const [searching, setSearching] = useState(false);
  const [helping, setHelping] = useState(false);
  const [theme, setTheme] = useTheme();
  useKeys(dispatch, () => setSearching(true), searching || helping, () => setHelping(true));
  const changed = Object.values(state.docs).find((d) => d.disk && (d.key === state.open || (state.view === "project" && isDefaults(d.key))));
  if (state.refused) return <Gate why={state.lost} />;
  return (
    <div className="app">
      <Header state={state} search={() => setSearching(true)} help={() => setHelping(true)} theme={theme} setTheme={setTheme} />
      {state.lost && <p className="banner" role="status">{state.lost}</p>}
      {state.project?.failure && <p className="banner" role="alert">{state.project.failure}</p>}
      {changed && <Conflict state={state} dispatch={dispatch} doc={changed} />}
      {state.open ? (
        <main className="work">
          <Canvas state={state} theme={theme} />
          <Side state={state} dispatch={dispatch} />
        </main>
      ) : state.view === "data" ? (
        <Schema state={state} />
      ) : state.view === "outbox" ? (
        <Outbox state={state} />
      ) : state.view === "environment" ? (
        <Environment state={state} />
      ) : state.view === "project" ? (
        <Settings state={state} />
      ) : state.view === "docs" ? (
        <Docs />
      ) : (
        <Home state={state} dispatch={dispatch} />
      )}
      {helping && <Help close={() => setHelping(false)} />}
      {searching && <Search state={state} dispatch={dispatch} close={() => setSearching(false)} />}
    </div>
  );
}

// Gate takes the key where the address had none: it comes by itself from another tab, or is given.
function Gate({ why }: { why: string }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  return (
    <main className="gate">
      <h1>flowc studio</h1>
      <p>This page needs its key. {why}.</p>
      <form className="gate-key" onSubmit={(e) => (e.preventDefault(), setWrong(!api.giveKey(text)))}>
        <input aria-label="Address or key" placeholder="http://127.0.0.1:…/#key=…" value={text} autoComplete="off" spellCheck={false} onChange={(e) => setText(e.target.value)} />
        <button className="primary" type="submit">Open</button>
      </form>
      {wrong && <p role="alert">That is neither the address nor the key.</p>}
    </main>
  );
}

function Header({ state, search, help, theme, setTheme }: { state: State; search: () => void; help: () => void; theme: Theme; setTheme: (t: Theme) => void }) {
  const p = state.project;
  return (
    <header>
      <nav aria-label="place">
        <button className="link brand" onClick={() => open("")} title="All workflows (h)"><Mark />{p?.project ?? "studio"}</button>
        {p && <button className="tab" onClick={() => open("")} aria-current={state.open || state.view ? undefined : "page"}>Workflows</button>}
        {p && editable(state) && <Tabs state={state} />}
        {p && <Tab state={state} view="docs" title="Docs" count={0} what="" />}
      </nav>
      <span className="grow" />
      {p && <Running state={state} />}
      <button onClick={search}>Search <kbd>Ctrl K</kbd></button>
      <button onClick={() => setTheme(theme === "dark" ? "light" : "dark")} aria-label={"turn " + (theme === "dark" ? "light" : "dark")}>
        {theme === "dark" ? "☀" : "☾"}
      </button>
      <button onClick={help} aria-label="List the keys" title="Keys (?)">?</button>
    </header>
  );
}

// Mark is the sign of flowc.
function Mark() {
  return (
    <svg className="mark-of-flowc" width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 7h6.5a3.5 3.5 0 0 1 3.5 3.5v3a3.5 3.5 0 0 0 3.5 3.5H20" />
      <circle cx="4.5" cy="17" r="1.6" />
      <circle cx="19.5" cy="7" r="1.6" />
    </svg>
  );
}

function Tabs({ state }: { state: State }) {
  const missing = missingIn(state.kit);
  return (
    <>
      <Tab state={state} view="data" title="Data" count={0} what="" />
      <Tab state={state} view="outbox" title="Outbox" count={state.caught} what="caught since the page was opened" />
      <Tab state={state} view="environment" title="Environment" count={missing} what="not set" />
      <Tab state={state} view="project" title="Project" count={0} what="" />
    </>
  );
}

function Tab({ state, view, title, count, what }: { state: State; view: View; title: string; count: number; what: string }) {
  return (
    <button className="tab" onClick={() => look(view)} aria-current={state.view === view ? "page" : undefined}>
      {title}{count > 0 && <span className="tally" title={count + " " + what}>{count}</span>}
    </button>
  );
}

// useKeys are the keys that work wherever nothing is being typed.
function useKeys(dispatch: Dispatch, search: () => void, busy: boolean, help: () => void): void {
  useLayoutEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && e.key === "k") {
        e.preventDefault();
        search();
        return;
      }
      const typing = (e.target as HTMLElement).closest("input, textarea, select, [contenteditable=true], dialog, .chooser");
      if (busy || typing || e.ctrlKey || e.metaKey || e.altKey) return;
      const panels = { r: "run", w: "watch", n: "node", g: "go", p: "problems" } as const;
      if (e.key in panels) dispatch({ do: "panel", panel: panels[e.key as keyof typeof panels] });
      if (e.key === "h") open("");
      if (e.key === "?") help();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [dispatch, search, busy]);
}
