import { flushSync } from "../lib";
import { addNodes, nodeText, type Point } from "../model/edit";
import { edit, freshId } from "../model/changes";
import { drawing } from "../model/drawn";
import { now } from "../model/now";

const noteType = "note"; // which the compiler passes over

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
