import {
  acceptCompletion, autocompletion, closeBrackets, completionKeymap, defaultKeymap, EditorState, EditorView, json, keymap, lineNumbers, useLayoutEffect, useRef,
} from "./lib";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView as View } from "@codemirror/view";
import * as ask from "./ask";
import type { Workflow } from "./api";
import { edit } from "./changes";
import { editable } from "./drafts";
import { nonce, nothing, optionOf } from "./editor";
import type { State } from "./model";
import type { Dispatch } from "./store";
import { Tools } from "./tools";

// completed offers what may stand where the text is typed, though it is no document yet.
async function completed(c: CompletionContext, key: string): Promise<CompletionResult> {
  const found = await ask.complete({ key, text: c.state.doc.toString() }, { node: "", pointer: "", offset: c.pos }).catch(() => null);
  if (!found?.offers || found.offers.length === 0 || (!c.explicit && found.from === c.pos)) return nothing(c);
  return { from: found.from, to: found.to, options: found.offers.map(optionOf), validFor: /^[\w]*$/ };
}

// Source is a document that can't be read as a workflow: its text, to be mended there.
export function Source({ state, dispatch, workflow }: { state: State; dispatch: Dispatch; workflow: Workflow }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<View | null>(null);
  const now = useRef(workflow.key);
  now.current = workflow.key;
  const draws = editable(state) && !!state.docs[workflow.key];
  useLayoutEffect(() => {
    const made = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: workflow.source,
        extensions: [
          autocompletion({ override: [(c) => completed(c, now.current)], icons: false, activateOnTypingDelay: 50 }), keymap.of([{ key: "Tab", run: acceptCompletion }, ...completionKeymap]),
          lineNumbers(), json(), closeBrackets(), keymap.of(defaultKeymap), EditorView.lineWrapping, EditorState.readOnly.of(!draws), EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ "aria-label": "Text of " + workflow.name, tabindex: "0" }),
          EditorView.updateListener.of((u) => {
            if (u.docChanged) edit(workflow.key, () => u.state.doc.toString(), { label: "typing", join: "text" });
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [workflow.key, draws]);
  useLayoutEffect(() => {
    const v = view.current;
    if (v && v.state.doc.toString() !== workflow.source) v.dispatch({ changes: { from: 0, to: v.state.doc.length, insert: workflow.source } });
  }, [workflow.source]);
  return (
    <section className="canvas broken" aria-label="Canvas" tabIndex={-1}>
      <p>This document can't be read as a workflow; its problems say why. Mend its text here: the drawing comes back.</p>
      <div className="document-text" ref={place} data-doc="" />
      {draws && <Tools state={state} dispatch={dispatch} />}
    </section>
  );
}
