// A document that is being drawn: its text, what it was based on, and the steps that led here. Each change is a value that can
// be undone and done again.
import type { Checked, Document } from "../api/ask";

export type Step = { label: string; before: string; after: string; join: string; at: number };

export type Doc = {
  key: string;
  text: string;
  base: string; // the text on disk that text comes from, "" where that is not known
  revision: string; // of base
  past: Step[];
  future: Step[];
  checked: Checked | null;
  checkedText: string; // what checked is about
  disk: { text: string; revision: string } | null; // what somebody else has written meanwhile
  kept: string; // when the draft was kept that this comes from, or ""
  saving: boolean;
};

const longest = 500; // steps kept
const pause = 800; // ms: who types on within it makes one step

export const isDirty = (d: Doc): boolean => d.text !== d.base;

// opened is a document as it is on disk, with the draft that an earlier tab has left.
export function opened(d: Document): Doc {
  const fresh: Doc = {
    key: d.key, text: d.text, base: d.text, revision: d.revision, past: [], future: [], checked: null, checkedText: "", disk: null, kept: "", saving: false,
  };
  if (!d.draft || d.draft.text === d.text) return fresh;
  const doc = { ...step(fresh, d.draft.text, "the draft that was kept", "", 0), kept: d.draft.saved };
  // What the draft came from is not known where the file has changed since; that it did is known as long as nobody has settled it.
  return d.draft.base === d.revision ? doc : { ...doc, base: "", revision: d.draft.base, disk: { text: d.text, revision: d.revision } };
}

// step changes the text. Changes that join one another within a pause are one step.
export function step(d: Doc, text: string, label: string, join: string, at: number): Doc {
  if (text === d.text) return d;
  const last = d.past.at(-1);
  if (last && join !== "" && last.join === join && at - last.at < pause && d.future.length === 0) {
    return { ...d, text, past: [...d.past.slice(0, -1), { ...last, after: text, at }] };
  }
  return { ...d, text, past: [...d.past, { label, before: d.text, after: text, join, at }].slice(-longest), future: [] };
}

export function undone(d: Doc): Doc {
  const last = d.past.at(-1);
  return last ? { ...d, text: last.before, past: d.past.slice(0, -1), future: [last, ...d.future] } : d;
}

export function redone(d: Doc): Doc {
  const next = d.future[0];
  return next ? { ...d, text: next.after, past: [...d.past, { ...next, join: "" }], future: d.future.slice(1) } : d;
}

// saved takes in what was written: the text that was sent, as the server has put it into form.
export function saved(d: Doc, sent: string, text: string, revision: string): Doc {
  const next = { ...d, base: text, revision, saving: false, disk: null, kept: "" };
  return d.text === sent ? { ...next, ...reformed(d, text) } : next;
}

// reformed gives the text of now another form, also in the step that led to it.
function reformed(d: Doc, text: string): Pick<Doc, "text" | "past" | "future" | "checkedText"> {
  const last = d.past.at(-1);
  const first = d.future[0];
  return {
    text, checkedText: d.checkedText === d.text ? text : d.checkedText,
    past: last ? [...d.past.slice(0, -1), { ...last, after: text, join: "" }] : [],
    future: first ? [{ ...first, before: text }, ...d.future.slice(1)] : [],
  };
}

// reread takes in what is on disk now.
export function reread(d: Doc, disk: { text: string; revision: string }): Doc {
  if (d.saving) return d;
  if (disk.revision === d.revision) return d.disk ? { ...d, base: disk.text, disk: null } : d; // it is again what it was
  if (disk.text === d.text || disk.text === d.base) return { ...d, base: disk.text, revision: disk.revision, disk: null };
  if (isDirty(d)) return { ...d, disk };
  return { ...step(d, disk.text, "the change on disk", "", 0), base: disk.text, revision: disk.revision };
}
