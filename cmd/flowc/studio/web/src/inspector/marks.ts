// What is marked in a text that is typed: what is wrong, and references.
import { Decoration, EditorView, StateEffect, StateField, ViewPlugin } from "../lib";
import { tokensOf, type Language } from "./tokens";
import type { DecorationSet, EditorView as View, ViewUpdate } from "@codemirror/view";

export type Underline = { from: number; to: number; message: string; severity: string };

export const underline = StateEffect.define<Underline[]>();
export const underlined = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    for (const e of tr.effects) {
      if (!e.is(underline)) continue;
      const length = tr.state.doc.length;
      const marks = e.value.filter((u) => u.from < u.to && u.to <= length).sort((a, b) => a.from - b.from || a.to - b.to);
      return Decoration.set(marks.map((u) => Decoration.mark({ class: "cm-wrong " + u.severity, attributes: { title: u.message } }).range(u.from, u.to)));
    }
    return set.map(tr.changes);
  },
  provide: (f) => EditorView.decorations.from(f),
});

// coloured marks the words of a text by its language, and its references, so that they are seen in a long one.
export const coloured = (language: (text: string) => Language) =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: View) {
        this.decorations = marks(view, language);
      }
      update(u: ViewUpdate) {
        if (u.docChanged) this.decorations = marks(u.view, language);
      }
    },
    { decorations: (v) => v.decorations },
  );

function marks(view: View, language: (text: string) => Language): DecorationSet {
  const text = view.state.doc.toString();
  const found = [...text.matchAll(/\{\{[^{}]*\}\}/g)].map((m) => Decoration.mark({ class: "cm-reference" }).range(m.index, m.index + m[0].length));
  const words = tokensOf(text, language(text)).map((t) => Decoration.mark({ class: "cm-" + t.kind }).range(t.from, t.to));
  return Decoration.set([...found, ...words], true);
}
