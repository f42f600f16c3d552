// What the page asks the server of a draft: the document as it would be saved now. Nothing here writes a file but save.
import { call, get, Stale, type Form, type Note, type Problem, type Workflow, type ViewNode, type Wire } from "./api";

export type Document = {
  key: string;
  file: string;
  text: string;
  revision: string;
  draft: { text: string; base: string; saved: string } | null;
};
// DraftProblem is a problem with its place in the document, from start to end of the text that pointer names.
export type DraftProblem = Problem & { pointer: string; start: number; end: number; field: string; wire: number; mend: string };
export type Checked = {
  problems: DraftProblem[];
  view: Workflow["view"] | null;
  notes: Note[];
  name: string;
  about: string;
  broken: boolean;
};
export type Offer = {
  text: string;
  label: string;
  kind: string;
  type: string;
  labels: string[] | null;
  nullable: boolean;
  doc: string;
  cursor: number;
};
export type Value = {
  ref: string;
  name: string;
  kind?: string;
  type: string;
  labels: string[] | null;
  nullable: boolean;
  fits: boolean;
  why: string;
  fields: Value[] | null;
};
// Told is what stands at a place of a text: of a reference where it comes from and who reads it too.
export type Told = {
  from: number;
  to: number;
  text: string;
  kind: string;
  type: string;
  labels: string[] | null;
  nullable: boolean;
  doc: string;
  at: { node: string } | null;
  uses: { node: string }[];
};
export type Here = { values: Value[] | null; grey: Value[] | null };
export type Follow = { types: string[]; likely: string[] | null; nodes: string[] | null; data: Record<string, Record<string, unknown>> | null };
// Loose is an output that must be connected and is not, and the node that would answer there.
export type Loose = { node: string; output: string; type: string; data: Record<string, unknown> };
export type Place = { node: string; pointer: string; offset: number };
export type Kit = {
  folders: { dir: string; empty: boolean; tables: Table[] | null; files: string[] | null }[];
  env: Variable[] | null;
  starters: Starter[] | null;
  entries: string[] | null;
  types: string[] | null; // names of types
  instead: { words: string[]; use: string }[] | null; // what is no node type, and what to use
  presets: Preset[] | null;
  head: string; // the commit that drafts are compared with, "" for none
};
// Since is what a draft changes of its workflow as git's HEAD has it; nodes and wires are those that are gone.
export type Since = { changes: Difference[]; nodes: ViewNode[]; wires: Wire[] };
export type Difference = { sign: "+" | "-" | "~"; what: string; details: string[]; weaker: boolean; node: string; wire: Wire | null; settings: SettingChange[] };
// SettingChange is a setting as it was and is, as documents write it; "" is none.
export type SettingChange = { name: string; before: string; after: string };
// Starter is a project to begin with, or to add to one.
export type Starter = { name: string; title: string; doc: string; types: string[]; workflows: string[]; tables: string[]; alone: boolean };
// Preset is a small document that is offered beside node types.
export type Preset = {
  name: string;
  type: string; // the node type whose face it has
  title: string;
  doc: string;
  words: string[];
  gallery: string; // its group among new workflows, "" for none
  table: boolean; // it asks for one
  frame: string[]; // the nodes that only a workflow without an entry gets
  often: boolean; // it is offered where nothing is drawn yet
  first: string; // the type of the node that it begins with, without its frame
  end: string; // the node that the end of a wire stands for, or ""
  types: string[];
};
// Variable is an environment variable, without its value. What it is set to where it is not is its default; the page can't set a
// fixed one, for the reason that this is.
export type Variable = {
  name: string;
  set: boolean;
  from: string;
  doc: string;
  uses: { key: string; node: string }[];
  default: string;
  server: boolean;
  fixed: string;
};
// Dotenv is the file that variables are written to, and why none may be.
export type Dotenv = { file: string; exposed: string; ignore: boolean };
// Table is a table; sql is a name as a statement has to write it.
type Table = { name: string; sql: string; view: boolean; key: string[]; columns: Column[] | null };
type Column = { name: string; sql: string; type: string; nullable: boolean; labels: string[] | null };

export type KeptRequest = { name: string; form: Form; entry: string };

type Draft = { key: string; text: string };

// draft is what the server is to know of a draft: not the steps that led to it.
const draft = ({ key, text }: Draft): Draft => ({ key, text });

async function ask<T>(path: string, body: unknown, method = "POST"): Promise<T> {
  return (await call(path, { method, body: JSON.stringify(body) })).json() as Promise<T>;
}

export const check = (d: Draft) => ask<Checked>("/api/check", draft(d));
export const mend = (d: Draft, id: string) => ask<{ text: string; says: string }>("/api/mend", { ...draft(d), mend: id });
export const complete = (d: Draft, at: Place) => ask<{ from: number; to: number; offers: Offer[] | null }>("/api/complete", { ...draft(d), ...at });
export const hover = (d: Draft, at: Place) => ask<Told>("/api/hover", { ...draft(d), ...at });
// Input is what a function or a called workflow takes.
export type Input = { name: string; type: string; required: boolean };
export const inputs = (d: Draft, node: string) => ask<Input[]>("/api/inputs", { ...draft(d), node });
export const here = (d: Draft, node: string, pointer: string) => ask<Here>("/api/here", { ...draft(d), node, pointer });
export const follow = (d: Draft, node: string, output: string) => ask<Follow>("/api/follow", { ...draft(d), node, output });
export const loose = (d: Draft) => ask<Loose[]>("/api/loose", draft(d));
export const rename = (d: Draft, node: string, name: string) =>
  ask<{ text: string; node: string; changed: number; says: string }>("/api/rename", { ...draft(d), node, name });
export const extract = (d: Draft, nodes: string[], name: string) => ask<{ text: string; made: string; call: string }>("/api/extract", { ...draft(d), nodes, name });
export const tidy = (d: Draft) => ask<{ positions: Record<string, { x: number; y: number }> }>("/api/tidy", draft(d));
export const picture = (d: Draft) => ask<{ svg: string }>("/api/picture", draft(d));
export const since = (d: Draft) => ask<Since>("/api/since", draft(d));
export const go = (d: Draft) => ask<{ go: string; lines: Workflow["lines"] | null }>("/api/go", draft(d));

// save writes the document, unless the file is not what it was based on any more: then that is thrown, as Stale.
export const save = (d: Draft, base: string) => ask<{ text: string; revision: string }>("/api/document", { ...draft(d), base }, "PUT");

// keepDraft has the server keep what is not saved, also while the tab is being closed.
export async function keepDraft(d: Draft, base: string): Promise<void> {
  const body = JSON.stringify({ ...draft(d), base });
  await call("/api/draft", { method: "PUT", body, keepalive: body.length < 60_000 }); // browsers keep no larger one alive
}
export const dropDraft = (key: string) => call("/api/draft?key=" + encodeURIComponent(key), { method: "DELETE" });

export type Made = { key: string; says: string };
export const make = (what: Record<string, string>) => ask<Made>("/api/workflows", what);
export const start = (name: string, folder: string) => ask<Made>("/api/starter", { name, folder });
// preset is the document of a preset, about a table of the workflow's folder.
export const preset = (what: { name: string; key?: string; dir?: string; path?: string; table: string }) => ask<{ text: string }>("/api/preset", what);
export const keptRequests = (key: string) => get<{ file: string; requests: KeptRequest[] | null }>("/api/requests", { key });
export const keepRequests = (key: string, requests: KeptRequest[]) => ask<{ file: string }>("/api/requests", { key, requests }, "PUT");
// Caught is a call that did not leave the machine.
export type Caught = {
  id: number;
  variable: string;
  method: string;
  path: string;
  at: string;
  status: number;
  headers: Record<string, string[]>;
  body: string;
  cut: boolean;
  mail: { to: string; subject: string; text: string; links: string[] } | null;
};
export type Catchable = { name: string; set: boolean; caught: boolean; answer: { status: number; body: string } };
export type Outbox = { calls: Caught[]; variables: Catchable[] };
// Place is where a workflow holds what was looked for: the name of a node, or a setting.
export type FoundPlace = { key: string; workflow: string; node: string; name: string; type: string; field: string; text: string };
export const find = (text: string) => get<FoundPlace[]>("/api/find", { text });
export const outbox = () => get<Outbox>("/api/outbox");
export const clearOutbox = () => ask<Outbox>("/api/outbox", {}, "DELETE");
export const catchCalls = (variable: string, how: { caught?: boolean; answer?: Catchable["answer"] }) => ask<Outbox>("/api/outbox", { variable, ...how }, "PUT");
export const setVariable = (name: string, value: string) => ask<object>("/api/variable", { name, value }, "PUT");
export const ignoreDotenv = () => ask<Dotenv>("/api/ignore", {});
export { Stale };
