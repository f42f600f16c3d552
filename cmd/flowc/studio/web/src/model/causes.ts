// Why what was written does not run.
import type { Project } from "../api/api";
import type { Kit, Variable } from "../api/ask";
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
export const isBehind = (p: Project): boolean => p.running.stale || !p.running.serving;

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

// isMissing reports whether a server would not start without a variable.
export const isMissing = (v: Variable): boolean => !v.set && v.default === "" && v.uses.length > 0;

// missingIn counts the variables that must be set and are not.
export const missingIn = (kit: Kit | null): number => kit?.env?.filter(isMissing).length ?? 0;
