// What keeps the drafts in step with the server: they are read, checked as they are drawn, kept while they are not saved, and written.
import { useEffect } from "../lib";
import { alike } from "./alike";
import { get, Stale, Unanswered } from "../api/api";
import * as ask from "../api/ask";
import { isDirty, type Doc } from "./doc";
import type { State } from "./model";
import { dispatch, known } from "./now";
import { ordered } from "./order";

const keepAfter = 300; // ms without a change
const patience = 500; // ms until a server that was gone is asked again

export const editable = (s: State): boolean => !s.project?.log;

const documents = ordered();
const kits = ordered();

// loadDocument reads what is on disk, and again where it was written meanwhile.
export async function loadDocument(key: string): Promise<void> {
  for (;;) {
    const before = known().docs[key]?.revision;
    const isNews = documents();
    const document = await get<ask.Document>("/api/document", { key });
    if (!isNews()) return;
    if (known().docs[key]?.revision === before) return dispatch({ do: "document", document });
  }
}

async function loadKit(): Promise<void> {
  const isNews = kits();
  const kit = await get<ask.Kit>("/api/project");
  if (isNews() && !alike(kit, known().kit)) dispatch({ do: "kit", kit });
}

export function useDraft(state: State): void {
  const doc = state.docs[state.open];
  const { project } = known();
  useEffect(() => void check(), [doc?.key, doc?.text, project]);
  useEffect(() => {
    if (project && editable(state)) void loadKit().catch(ignore);
  }, [project]);
  useEffect(() => {
    const timer = setTimeout(() => void keepAll(), keepAfter);
    return () => clearTimeout(timer);
  }, [state.docs]);
  useEffect(() => {
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, []);
}

let checking = false;
const about = new Map<string, { text: string; project: State["project"] }>(); // what was checked last, by key

// unchecked is the open document, where its text or the project has changed since it was checked.
function unchecked(): Doc | undefined {
  const { docs, open, project } = known();
  const [d, last] = [docs[open], about.get(open)];
  return d && (!last || last.text !== d.text || last.project !== project) ? d : undefined;
}

// check has each text checked, one at a time: the one that is there when the server has answered is next.
async function check(): Promise<void> {
  if (checking) return;
  checking = true;
  for (let d = unchecked(); d; d = unchecked()) {
    const { project } = known();
    try {
      const checked = await ask.check(d);
      about.set(d.key, { text: d.text, project });
      dispatch({ do: "checked", key: d.key, text: d.text, checked });
    } catch (e) {
      if (e instanceof Unanswered) await pause();
      else about.set(d.key, { text: d.text, project }); // the server has nothing to say of it
    }
  }
  checking = false;
}

const pause = () => new Promise((done) => setTimeout(done, patience));

let turn: Promise<unknown> = Promise.resolve();

// inTurn has what is written reach the server in the order in which it was asked for.
function inTurn(write: () => Promise<void>): Promise<void> {
  const mine = turn.then(write);
  turn = mine.catch(ignore);
  return mine;
}

const kept = new Map<string, string>(); // what the server has of each draft, by key; nothing where that is the file

// unkept reports whether the server has another draft than there is.
const unkept = (d: Doc): boolean => (kept.get(d.key) ?? d.base) !== d.text;

const keep = (d: Doc): Promise<unknown> => (isDirty(d) ? ask.keepDraft(d, d.revision) : ask.dropDraft(d.key));

// keepAll has the server keep what is not saved, so that a closed tab loses nothing.
async function keepAll(): Promise<void> {
  for (const key of Object.keys(known().docs)) await inTurn(() => keepOne(key)).catch(later);
}

async function keepOne(key: string): Promise<void> {
  const d = known().docs[key];
  if (!d || !unkept(d)) return;
  await keep(d);
  if (isDirty(d)) kept.set(key, d.text);
  else kept.delete(key);
}

// later keeps again what could not be kept because the server was gone.
function later(e: unknown): void {
  if (e instanceof Unanswered) setTimeout(() => void keepAll(), patience);
}

// leave keeps what is not kept while the tab is being closed: then nothing waits for its turn.
function leave(): void {
  for (const d of Object.values(known().docs)) if (unkept(d)) void keep(d).catch(ignore);
}

const again = new Set<string>(); // documents that were asked to be saved while they were

// save writes what is drawn, errors and all. A file that has changed meanwhile is shown instead.
export async function save(key: string): Promise<void> {
  const d = known().docs[key];
  if (!d) return;
  if (d.saving) return void again.add(key);
  dispatch({ do: "saving", key, saving: true });
  await inTurn(() => write(key));
  if (again.delete(key) && !known().docs[key]?.disk) await save(key);
}

async function write(key: string): Promise<void> {
  const d = known().docs[key];
  if (!d) return;
  try {
    const { text, revision } = await ask.save({ key, text: d.text }, d.revision);
    kept.delete(key); // the server has dropped it
    dispatch({ do: "saved", key, sent: d.text, text, revision });
  } catch (e) {
    if (e instanceof Stale) return dispatch({ do: "disk", key, disk: e.disk });
    dispatch({ do: "saving", key, saving: false });
    dispatch({ do: "say", said: "Not saved: " + (e as Error).message });
  }
}

const ignore = (): void => undefined;
