import { flushSync } from "./lib";
import { addNodes, nodeText, setData } from "./edit";
import { edit, freshId } from "./changes";
import { drawing } from "./drawn";
import type { State } from "./model";
import { now } from "./now";
import type { Point } from "./edit";

export const noteType = "note"; // which the compiler passes over

// addNote puts an empty note onto the canvas, to be written.
export function addNote(at: Point | null): void {
  const s = now();
  const d = s.docs[s.open];
  const drawn = d && drawing(d.text);
  if (!d || !drawn) return;
  const id = freshId(noteType, [...drawn.nodes, ...drawn.notes].map((n) => n.id));
  const low = Math.max(0, ...(s.workflow?.view.nodes ?? []).map((n) => n.y + 180));
  const text = addNodes(d.text, [nodeText({ id, type: noteType, at: at ?? { x: 0, y: low }, data: '{"text": ""}' })]);
  flushSync(() => edit(d.key, () => text, { label: "add a note", choose: [id] }));
  document.querySelector<HTMLElement>(".note-text")?.focus();
}

// NoteForm is what a note says: text for who reads the drawing.
export function NoteForm({ state, id }: { state: State; id: string }) {
  const d = state.docs[state.open]!;
  const note = drawing(d.text)?.notes.find((n) => n.id === id);
  if (!note) return null;
  const change = (typed: string) => edit(d.key, (text) => setData(text, id, "/text", JSON.stringify(typed)), { label: "write a note", join: id + "/text" });
  return (
    <div className="form" data-doc="">
      <h3>Note</h3>
      <textarea className="note-text" aria-label="Text of the note" rows={8} value={note.text} onChange={(e) => change(e.target.value)} />
      <p className="hint">It is for who reads the drawing: nothing runs of it.</p>
    </div>
  );
}
