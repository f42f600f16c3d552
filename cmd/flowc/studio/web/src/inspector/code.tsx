import { Decoration, EditorState, EditorView, go, HighlightStyle, keymap, defaultKeymap, lineNumbers, StateEffect, StateField, syntaxHighlighting, tags, useEffect, useRef, useState } from "../lib";
import type { DecorationSet } from "@codemirror/view";
import type { EditorView as View } from "@codemirror/view";
import type { Workflow } from "../api/api";
import * as ask from "../api/ask";
import { isDirty } from "../model/doc";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? "";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-key)" },
  { tag: [tags.string, tags.number], color: "var(--code-text)" },
  { tag: tags.comment, color: "var(--text-3)" },
  { tag: [tags.typeName, tags.function(tags.variableName)], color: "var(--code-ref)" },
]);

const mark = StateEffect.define<{ from: number; to: number }[]>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    for (const e of tr.effects) {
      if (!e.is(mark)) continue;
      const lines = e.value.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
      const known = lines.filter((n) => n >= 1 && n <= tr.state.doc.lines);
      return Decoration.set(known.map((n) => Decoration.line({ class: "cm-of-node" }).range(tr.state.doc.line(n).from)));
    }
    return set.map(tr.changes);
  },
  provide: (f) => EditorView.decorations.from(f),
});

// Code shows the Go of the workflow as it is drawn.
export function Code({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const doc = state.docs[state.open];
  const [drawn, set] = useState<{ text: string; go: string; lines: Workflow["lines"] } | null>(null);
  const dirty = doc && isDirty(doc);
  useEffect(() => {
    if (!doc || !dirty) return set(null);
    let gone = false; // what is answered then is of another draft
    const drew = (is: typeof drawn) => !gone && set(is);
    const timer = setTimeout(() => void ask.go(doc).then((g) => drew({ text: doc.text, go: g.go, lines: g.lines ?? [] }), () => drew(null)), 200);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [doc?.key, doc?.text, dirty]);
  const w = state.workflow && drawn?.go ? { ...state.workflow, go: drawn.go, lines: drawn.lines } : state.workflow;
  const why = drawn ? (drawn.go ? "This is the Go of the draft; what runs is that of the file." : "This is the Go of the file: the draft has mistakes.") : "";
  return <Source key={w?.go} state={{ ...state, workflow: w }} dispatch={dispatch} why={why} />;
}

// Source shows Go, with the lines of the chosen node; the cursor leads back to its node.
function Source({ state, dispatch, why }: { state: State; dispatch: Dispatch; why: string }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<View | null>(null);
  const w = state.workflow;
  const now = useRef({ w, node: state.node });
  now.current = { w, node: state.node };
  useEffect(() => {
    if (!w?.go || !place.current) return;
    view.current = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: w.go,
        extensions: [
          lineNumbers(), go(), syntaxHighlighting(colours), marked, EditorState.readOnly.of(true), keymap.of(defaultKeymap),
          EditorView.cspNonce.of(nonce), EditorView.contentAttributes.of({ "aria-label": "Go of " + w.name, tabindex: "0" }),
          EditorView.domEventHandlers({
            mouseup: (_, v) => back(v, now.current.w, now.current.node, dispatch),
            keyup: (_, v) => back(v, now.current.w, now.current.node, dispatch),
          }),
        ],
      }),
    });
    return () => view.current?.destroy();
  }, [w?.go]);
  useEffect(() => {
    const name = w?.view.nodes?.find((n) => n.id === state.node)?.name;
    const lines = (w?.lines ?? []).filter((l) => l.node === name);
    const first = lines[0];
    view.current?.dispatch({ effects: mark.of(lines) });
    if (first && view.current && first.from <= view.current.state.doc.lines) {
      view.current.dispatch({ effects: EditorView.scrollIntoView(view.current.state.doc.line(first.from).from, { y: "center" }) });
    }
  }, [state.node, w]);
  if (!w?.go) return <p className="empty">There is no Go yet: the workflow has mistakes.</p>;
  const stale = state.project?.running.stale;
  return (
    <>
      {why && <p className="hint">{why}</p>}
      {stale && !why && <p className="hint">This is the Go of before: the sources have mistakes.</p>}
      <div className="code" ref={place} />
    </>
  );
}

function back(v: View, w: Workflow | null, chosen: string, dispatch: Dispatch): boolean {
  const line = v.state.doc.lineAt(v.state.selection.main.head).number;
  const name = w?.lines.find((l) => line >= l.from && line <= l.to)?.node;
  const node = w?.view.nodes?.find((n) => n.name === name)?.id;
  if (node && node !== chosen) dispatch({ do: "node", node });
  return false;
}
