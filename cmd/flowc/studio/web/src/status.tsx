import { useEffect, useRef, useState } from "./lib";
import type { Project } from "./api";
import { isMissing } from "./environment";
import type { State } from "./model";
import { dispatch } from "./now";
import { look, open } from "./store";
import { clock } from "./text";

// Cause is why what was written does not run, with a link to its place.
export type Cause = { text: string; detail: string; link: string; go: (() => void) | null };

// causesOf are all causes, those of a workflow first.
export function causesOf(state: State): Cause[] {
  const p = state.project;
  if (!p) return [];
  const errors = p.problems.filter((x) => x.severity === "error");
  const known = p.workflows.filter((w) => w.errors > 0).map((w): Cause => ({
    text: w.name + (w.errors === 1 ? " has 1 error" : ` has ${w.errors} errors`), detail: [errors.find((x) => x.workflow === w.key)?.message, heldBack(p, w.key)].filter(Boolean).join(" "), link: "Show",
    go: () => (open(w.key), dispatch({ do: "panel", panel: "problems" })),
  }));
  const elsewhere = errors.filter((x) => !p.workflows.some((w) => w.key === x.workflow)).map((x): Cause => ({
    text: `${x.file}:${x.line}`, detail: x.message, link: "", go: null,
  }));
  const missing = (isBehind(p) ? state.kit?.env ?? [] : []).filter(isMissing).map((v): Cause => ({
    text: v.name + " is not set", detail: "Read by " + v.uses.map((u) => nameOf(p, u.key)).join(", ") + ".", link: "Set it", go: () => look("environment"),
  }));
  const said = p.running.why && !missing.some((m) => p.running.why.includes(m.text.split(" ")[0]!)) ? [{ text: p.running.why, detail: "", link: "", go: null }] : [];
  return [...known, ...elsewhere, ...missing, ...said, ...(p.failure ? [{ text: p.failure, detail: "", link: "", go: null }] : [])];
}

// isBehind reports whether what runs is not what was written.
const isBehind = (p: Project): boolean => p.running.stale || !p.running.serving;

// heldBack says what runs in the place of a workflow that is not built as it is saved.
export function heldBack(p: Project, key: string): string {
  const held = (p.running.held ?? []).find((h) => h.workflow === key);
  if (!held) return "";
  return held.since ? `It runs as of ${clock(held.since)}.` : "It is being drawn: its routes answer 503.";
}

const nameOf = (p: Project, key: string): string => p.workflows.find((w) => w.key === key)?.name ?? key;

// stateOf is what runs, in a few words.
export function stateOf(p: Project): { mark: string; text: string; tone: string } {
  if (!p.running.serving) return { mark: "○", text: "not running", tone: "off" };
  if (p.running.building) return { mark: "◌", text: "building …", tone: "stale" };
  const held = p.running.held?.length ?? 0;
  if (p.running.stale && held > 0 && !p.running.why) return { mark: "●", text: `running, but for ${held === 1 ? nameOf(p, p.running.held![0]!.workflow) : held + " workflows"}`, tone: "stale" };
  if (p.running.stale) return { mark: "●", text: "running: the version of " + clock(p.running.since), tone: "stale" };
  return { mark: "●", text: "running", tone: "" };
}

// Running is the state of the server: pressed, it lists every cause for which it is not what was written.
export function Running({ state }: { state: State }) {
  const p = state.project!;
  const [shown, show] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const is = stateOf(p);
  useEffect(() => {
    if (!shown) return;
    const away = (e: Event) => !box.current?.contains(e.target as Node) && show(false);
    const pressed = (e: KeyboardEvent) => e.key === "Escape" && (show(false), box.current?.querySelector("button")?.focus());
    addEventListener("pointerdown", away);
    addEventListener("keydown", pressed);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("keydown", pressed);
    };
  }, [shown]);
  if (p.log) return <span className="running">log {p.log}</span>;
  return (
    <div className="status-place" ref={box}>
      <button className={"running " + is.tone} aria-expanded={shown} aria-haspopup="dialog" onClick={() => show(!shown)}><span aria-hidden="true">{is.mark} </span>{is.text}</button>
      {shown && <Causes state={state} close={() => show(false)} />}
    </div>
  );
}

function Causes({ state, close }: { state: State; close: () => void }) {
  const p = state.project!;
  const list = causesOf(state);
  return (
    <section className="causes" role="dialog" aria-label="State of the server">
      <h2>{stateOf(p).text}</h2>
      {list.length === 0 && <p>{isBehind(p) ? "The terminal of flowc studio says why." : p.running.building ? "What is sent waits for it." : "All workflows run as saved."}</p>}
      <ul>
        {list.map((c, i) => (
          <li key={i}>
            <div><strong>{c.text}</strong>{c.detail && <small>{c.detail}</small>}</div>
            {c.go && <button onClick={() => (close(), c.go!())}>{c.link}</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
