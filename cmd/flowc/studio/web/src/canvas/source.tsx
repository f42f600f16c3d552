import {
  acceptCompletion, autocompletion, closeBrackets, completionKeymap, defaultKeymap, EditorState, EditorView, flushSync, json, keymap, lineNumbers, useLayoutEffect, useRef,
} from "../lib";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView as View } from "@codemirror/view";
import type { FocusEvent } from "react";
import { isAsked, offersOf, useAgain } from "../inspector/again";
import * as ask from "../api/ask";
import type { Workflow } from "../api/api";
import { edit } from "../model/changes";
import { editable } from "../model/drafts";
import { nonce, nothing, optionOf } from "../inspector/editor";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";
import { Titles } from "./titles";
import { Tools } from "./tools";

// completed offers what may stand where the text is typed, though it is no document yet.
async function completed(c: CompletionContext, key: string): Promise<CompletionResult> {
  const asked = isAsked(c);
  const found = await offersOf(c, asked, () => ask.complete({ key, text: c.state.doc.toString() }, { node: "", pointer: "", offset: c.pos }));
  if (!found?.offers || (!asked && found.from === c.pos)) return nothing(c);
  return { from: found.from, to: found.to, options: found.offers.map(optionOf), validFor: /^[\w]*$/ };
}

// stays reports whether the focus does: in the text or at its tools, or in a window that others came before.
function stays(e: FocusEvent<HTMLElement>): boolean {
  const [section, to] = [e.currentTarget, e.relatedTarget];
  return document.activeElement === e.target || (to instanceof Node && to !== section && section.contains(to));
}

type SourceProps = { state: State; dispatch: Dispatch; workflow: Workflow; typing: (is: boolean) => void };

// Source is a document that can't be read as a workflow: its text, to be mended there. Where it can be again it stays as long as
// somebody is typing in it: what is typed on is no command for the drawing.
export function Source({ state, dispatch, workflow, typing }: SourceProps) {
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
  useAgain(view);
  const toDrawing = () => {
    flushSync(() => typing(false));
    document.querySelector<HTMLElement>(".canvas")?.focus();
  };
  return (
    <section
      className="canvas broken" aria-label="Canvas" tabIndex={-1}
      onFocus={(e) => draws && place.current?.contains(e.target) && typing(true)} onBlur={(e) => stays(e) || typing(false)}
    >
      <div className="bar"><Titles state={state} /></div>
      {workflow.broken ? <p>This document can't be read as a workflow; its problems say why. Fix its text here, and the drawing returns.</p>
        : <p role="status">This document can be drawn again. <button onClick={toDrawing}>To the drawing</button></p>}
      <div className="document-text" ref={place} data-doc="" />
      {draws && <Tools state={state} dispatch={dispatch} />}
    </section>
  );
}
