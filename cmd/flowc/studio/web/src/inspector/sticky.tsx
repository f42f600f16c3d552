import { setData } from "../model/edit";
import { edit } from "../model/changes";
import { drawing } from "../model/drawn";
import type { State } from "../model/model";

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
      <p className="hint">It is for the readers of the drawing: nothing runs of it. <code># heading</code> <code>- item</code> <code>**bold**</code> <code>*emphasis*</code> <code>`code`</code>, and links.</p>
    </div>
  );
}
