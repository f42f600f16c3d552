// What keeps the draft in step with the server: it is read, checked as it is drawn, kept while it is not saved, and written.
import { useCallback, useEffect, useRef } from "./lib";
import { get, Stale } from "./api";
import * as ask from "./ask";
import { isDirty, type Doc } from "./doc";
import type { State } from "./model";
import { ordered } from "./order";
import type { Dispatch } from "./store";

type Now = { current: State };

const keepAfter = 300; // ms without a change

export const editable = (s: State): boolean => !s.project?.log;

const documents = ordered();

// loadDocument reads what is on disk, and again where it was written meanwhile.
export async function loadDocument(key: string, now: Now, dispatch: Dispatch): Promise<void> {
  for (;;) {
    const before = now.current.docs[key]?.revision;
    const isNews = documents();
    const document = await get<ask.Document>("/api/document", { key });
    if (!isNews()) return;
    if (now.current.docs[key]?.revision === before) return dispatch({ do: "document", document });
  }
}

export function useDraft(now: Now, dispatch: Dispatch): void {
  const state = now.current;
  const doc = state.docs[state.open];
  useCheck(doc, dispatch);
  useKept(doc);
  useEffect(() => {
    if (state.project && editable(state)) void loadKit(dispatch).catch(ignore);
  }, [state.project]);
}

const kits = ordered();

async function loadKit(dispatch: Dispatch): Promise<void> {
  const isNews = kits();
  const kit = await get<ask.Kit>("/api/project");
  if (isNews()) dispatch({ do: "kit", kit });
}

// useCheck has each text checked, one at a time: the one that is there when the server has answered is next.
function useCheck(doc: Doc | undefined, dispatch: Dispatch): void {
  const wanted = useRef<Doc | undefined>(undefined);
  const asking = useRef(false);
  wanted.current = doc && (doc.checked === null || doc.checkedText !== doc.text) ? doc : undefined;
  useEffect(() => {
    const run = async () => {
      if (asking.current) return;
      asking.current = true;
      for (let d = wanted.current; d; d = wanted.current === d ? undefined : wanted.current) {
        try {
          dispatch({ do: "checked", key: d.key, text: d.text, checked: await ask.check(d) });
        } catch {
          await new Promise((done) => setTimeout(done, 500)); // the server is gone for a while
        }
        await new Promise((done) => setTimeout(done, 0)); // for what was dispatched
      }
      asking.current = false;
    };
    void run();
  }, [doc?.key, doc?.text]);
}

// useKept has the server keep what is not saved, so that a closed tab loses nothing.
function useKept(doc: Doc | undefined): void {
  const sent = useRef(new Map<string, string>()); // what the server has, by key
  const last = useRef(doc);
  last.current = doc;
  const keep = useCallback(() => {
    const d = last.current;
    if (!d || d.saving || (sent.current.get(d.key) ?? d.base) === d.text) return;
    sent.current.set(d.key, d.text);
    const done = isDirty(d) ? ask.keepDraft(d, d.revision) : ask.dropDraft(d.key).then(ignore);
    void done.catch(() => sent.current.delete(d.key));
  }, []);
  useEffect(() => {
    const timer = setTimeout(keep, keepAfter);
    return () => clearTimeout(timer);
  }, [doc?.key, doc?.text, doc?.saving]);
  useEffect(() => {
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, []);
}

// save writes what is drawn, errors and all. A file that has changed meanwhile is shown instead.
export async function save(d: Doc, dispatch: Dispatch): Promise<void> {
  if (d.saving) return;
  dispatch({ do: "saving", key: d.key, saving: true });
  try {
    const { text, revision } = await ask.save({ key: d.key, text: d.text }, d.revision);
    dispatch({ do: "saved", key: d.key, sent: d.text, text, revision });
  } catch (e) {
    if (e instanceof Stale) dispatch({ do: "disk", key: d.key, disk: e.disk });
    else {
      dispatch({ do: "saving", key: d.key, saving: false });
      dispatch({ do: "say", said: "Not saved: " + (e as Error).message });
    }
  }
}

const ignore = (): void => undefined;
