import {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, EditorState, EditorView, hoverTooltip, keymap, placeholder, useLayoutEffect, useRef,
} from "../lib";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView as View } from "@codemirror/view";
import { isAsked, offersOf, useAgain } from "./again";
import type { Offer } from "../api/ask";
import { coloured, underline, underlined, type Underline } from "./marks";
import { told, type Tells } from "./told";
import type { Language } from "./tokens";

export type EditorProps = {
  label: string;
  describedBy?: string | undefined;
  value: string;
  change: (value: string) => void;
  lines: boolean; // it may have several
  tall: boolean; // and shows so from the beginning
  hint: string; // shown where it is empty
  language: (text: string) => Language;
  underlines: Underline[];
  at?: ((value: string, at: number) => void) | undefined; // called with where the cursor is
  tells?: Tells | undefined;
  offers?: ((value: string, at: number, asked: boolean) => Promise<{ from: number; to: number; offers: Offer[] } | null>) | undefined;
};

export const nonce = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? "";

// Editor is a field in which expressions are typed. What is undone in it is undone in the document. It takes a value in the step
// that draws it: later, what was typed meanwhile would be put back, and the list of what completes it closed.
export function Editor(props: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<View | null>(null);
  const now = useRef(props);
  now.current = props;
  useLayoutEffect(() => {
    const made = new EditorView({ parent: place.current!, state: EditorState.create({ doc: now.current.value, extensions: extensions(now) }) });
    view.current = made;
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => {
    const v = view.current;
    if (v && v.state.doc.toString() !== props.value) v.dispatch({ changes: { from: 0, to: v.state.doc.length, insert: props.value } });
  }, [props.value]);
  const key = JSON.stringify(props.underlines);
  useLayoutEffect(() => {
    const v = view.current;
    const none = props.underlines.length === 0 && v?.state.field(underlined).size === 0;
    if (!none) v?.dispatch({ effects: underline.of(props.underlines) });
  }, [key, props.value]);
  useAgain(view);
  return <div className={"editor" + (props.lines && props.tall ? " lines" : "")} ref={place} data-doc="" />;
}

// closing has braces closed before a quote too: a reference is most often the end of a text in JSON.
const closing = EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{", "'", '"'], before: ")]}:;>\"'" } }]);

function extensions(now: { current: EditorProps }) {
  const { label, lines, hint, describedBy, language } = now.current;
  return [
    keymap.of([{ key: "Tab", run: acceptCompletion }, ...completionKeymap, ...closeBracketsKeymap, ...defaultKeymap.filter((k) => k.key !== "Mod-Enter" && (lines || k.key !== "Enter"))]),
    hoverTooltip((view, pos) => told(view, pos, now.current.tells), { hoverTime: 250 }),
    autocompletion({ override: [(c) => offered(c, now.current)], icons: false, activateOnTypingDelay: 50 }), closeBrackets(), closing,
    lines ? [] : EditorState.transactionFilter.of((tr) => (tr.newDoc.lines > 1 ? [] : tr)),
    placeholder(hint), underlined, coloured(language), EditorView.lineWrapping, EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", ...(describedBy ? { "aria-describedby": describedBy } : {}) }),
    EditorView.updateListener.of((u) => {
      const text = u.state.doc.toString();
      if (u.docChanged && text !== now.current.value) now.current.change(text);
      if (!u.view.hasFocus) return;
      lastEditor = u.view;
      if (u.focusChanged || u.docChanged || u.selectionSet) now.current.at?.(text, u.state.selection.main.head);
    }),
  ];
}

// nothing is what is offered where nothing is: of that the library asks again where more was typed meanwhile, of null it would not
// before the next key.
export const nothing = (c: CompletionContext): CompletionResult => ({ from: c.pos, options: [] });

async function offered(c: CompletionContext, props: EditorProps): Promise<CompletionResult> {
  const [before, asked, { offers }] = [c.state.sliceDoc(Math.max(0, c.pos - 60), c.pos), isAsked(c), props];
  if (!offers || (!asked && !/[\w.{(\s]$/.test(before))) return nothing(c);
  const found = await offersOf(c, asked, () => offers(c.state.doc.toString(), c.pos, asked));
  if (!found || c.view?.hasFocus === false) return nothing(c); // who has gone on has chosen
  if (!asked && found.from === c.pos && !/[{.(]$/.test(before)) return nothing(c); // nothing is begun yet
  return { from: found.from, to: found.to, options: found.offers.map(optionOf), validFor: /^[\w]*$/ };
}

export const optionOf = (o: Offer, i: number): Completion => ({
  label: o.label, detail: o.type, type: o.kind, boost: -i / 10,
  ...(o.doc || o.labels?.length ? { info: [o.doc, o.labels?.join(", ")].filter(Boolean).join("\n") } : {}),
  apply: (view, _, from, to) => {
    const cursor = o.cursor < 0 ? o.text.length : o.cursor;
    view.dispatch({ changes: { from, to, insert: o.text }, selection: { anchor: from + cursor }, userEvent: "input.complete" });
  },
});

// lastEditor is the field that was typed in last: where a value that is clicked goes.
let lastEditor: View | null = null;

// putReference puts a reference into the field that was typed in last, or the one at a place of the screen.
export function putReference(ref: string, at?: { x: number; y: number }): boolean {
  const dom = at && document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>(".cm-editor");
  const view = at ? dom && EditorView.findFromDOM(dom) : lastEditor;
  if (!view || !view.dom.isConnected) return false;
  const pos = (at && view.posAtCoords(at)) ?? view.state.selection.main.head;
  const { from, to } = at ? { from: pos, to: pos } : view.state.selection.main;
  const before = view.state.sliceDoc(0, from);
  const inside = before.lastIndexOf("{{") > before.lastIndexOf("}}");
  insert(view, from, to, inside || view.contentDOM.closest("[data-bare]") ? ref : "{{" + ref + "}}");
  return true;
}

// putText puts a word into the field that was typed in last, in place of what is chosen there, apart from the word before it.
export function putText(text: string): void {
  const view = lastEditor;
  if (!view?.dom.isConnected) return;
  const { from, to } = view.state.selection.main;
  insert(view, from, to, (/\w$/.test(view.state.sliceDoc(0, from)) ? " " : "") + text);
}

function insert(view: View, from: number, to: number, text: string): void {
  view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, userEvent: "input" });
  view.focus();
}
