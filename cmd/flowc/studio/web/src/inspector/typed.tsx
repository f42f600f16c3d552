import { flushSync, useRef, useState, useSyncExternalStore } from "../lib";
import type { Problem } from "../api/api";
import * as ask from "../api/ask";
import type { DraftProblem } from "../api/ask";
import { Editor, type EditorProps } from "./editor";
import { Large } from "./large";
import type { Underline } from "./marks";
import type { Slot } from "./slot";
import type { Language } from "./tokens";
import { NoJson, type Json } from "../model/json";
import { jsonOf, spanOf, spotOf, typedOf } from "../model/literal";
import { listen, now } from "../model/now";

// asText are the shapes whose value is always a text, whatever it looks like.
const asText = ["text", "expr", "cond", "query", "url", "key", "secret", "func", "file", "stem"];
const long = ["query", "json", "fields", "list", "cookies", "object", "inputs"];
const short = ["key", "secret", "func", "file", "stem"]; // of which no one is long
const code = ["query", "cond"]; // shapes whose words all mean something
const hints: Record<string, string> = {
  query: "SELECT … WHERE id = {{id}}", secret: "{{env.NAME}}", cond: "total > 100", expr: "{{…}}", json: '{"name": "{{…}}"}, or a text', list: '["…"]', fields: '{"name": {"type": "string"}}',
  types: '{"name": "string"}', cookies: '[{"name": "…"}]', url: "https://…", key: "name:{{…}}", func: "Name", file: "file.txt", stem: "workflow",
};

// Typed is a value that is typed: a text with references, or JSON.
export function Typed({ slot, pointer, value, label }: { slot: Slot; pointer: string; value: Json | undefined; label: string }) {
  const { field: f, put } = slot;
  const text = asText.includes(f.shape) && value?.kind !== "array";
  const raw = value ? (slot.raw ?? "").slice(value.start, value.end) : "";
  const shownAs = text && value?.kind === "string" ? (value.value as string) : typedOf(value, raw);
  const [held, hold] = useState<{ typed: string; why: string; of: string } | null>(null);
  const holding = held && held.of === shownAs ? held : null; // what is no JSON yet; it gives way to what comes from elsewhere
  const last = useRef("");
  useSyncExternalStore(listen, () => last.current); // drawn anew also where the document says the same of it as before: 5, and a space behind it
  const typed = holding?.typed ?? (last.current !== "" && sameValue(last.current, raw, text) ? last.current : shownAs);
  const change = (next: string) => {
    last.current = next;
    try {
      const whole = next === "" && pointer.split("/").length === 2;
      const list = f.several && next.trimStart().startsWith("[");
      put(pointer, whole ? undefined : text && !list ? JSON.stringify(next) : jsonOf(next), true);
      hold(null);
    } catch (e) {
      if (!(e instanceof NoJson)) throw e;
      hold({ typed: next, why: e.message, of: shownAs });
    }
  };
  const draft = () => now().docs[slot.doc]; // which holds what was typed, drawn or not
  const offers = async (value: string, at: number, asked: boolean) => {
    const spot = text ? { pointer: "", offset: at, base: 0 } : spotOf(value, at);
    const doc = draft();
    if (!doc || !spot || (!asked && !code.includes(f.shape) && isProse(value.slice(spot.base, at)))) return null;
    const found = await ask.complete(doc, { node: slot.node, pointer: pointer + spot.pointer, offset: spot.offset });
    return { from: found.from + spot.base, to: found.to + spot.base, offers: found.offers ?? [] };
  };
  const tells = async (value: string, at: number) => {
    const spot = text ? { pointer: "", offset: at, base: 0 } : spotOf(value, at);
    const doc = draft();
    if (!doc || !spot) return null;
    const is = await ask.hover(doc, { node: slot.node, pointer: pointer + spot.pointer, offset: spot.offset });
    return { ...is, from: is.from + spot.base, to: is.to + spot.base };
  };
  const at = (value: string, cursor: number) => {
    const spot = text ? { pointer: "" } : spotOf(value, cursor);
    slot.dispatch({ do: "place", place: spot ? pointer + spot.pointer : "" });
  };
  const underlines = underlinesOf(slot.problems, slot.index, pointer, typed, text);
  const wrong = underlines.some((u) => u.severity === "error") || (pointer.split("/").length === 2 && slot.problems.some((p) => p.severity === "error"));
  const top = pointer.split("/").length === 2;
  const editor: EditorProps = {
    label, describedBy: "about-" + f.name, value: typed, change, lines: long.includes(f.shape), tall: top, hint: top ? f.default || (hints[f.shape] ?? "") : "",
    language: (text) => languageOf(f.shape, text), underlines, at, offers, tells,
  };
  return (
    <div className={wrong ? "wrong" : ""} data-pointer={pointer} data-bare={f.shape === "cond" ? "" : undefined}>
      {short.includes(f.shape) ? <Editor {...editor} /> : <Enlarged editor={editor} slot={slot} />}
      {holding && <p className="failure" role="status">Not JSON yet: {holding.why}.</p>}
    </div>
  );
}

const languageOf = (shape: string, text: string): Language => (shape === "query" ? "statement" : shape === "cond" ? "expr" : /^\s*[[{](?!\{)/.test(text) ? "json" : "text");

// Enlarged is an editor with a button that opens it large. Closed again, the cursor is where it was.
function Enlarged({ editor, slot }: { editor: EditorProps; slot: Slot }) {
  const place = useRef<HTMLDivElement>(null);
  const [large, enlarge] = useState(false);
  const shrink = () => {
    flushSync(() => enlarge(false));
    place.current?.querySelector<HTMLElement>(".cm-content")?.focus();
  };
  return (
    <div className="enlarged" ref={place} onKeyDown={(e) => e.key === "Enter" && (e.ctrlKey || e.metaKey) && !large && (e.preventDefault(), enlarge(true))}>
      <Editor {...editor} />
      <button className="enlarge" aria-label={"Open " + editor.label + " large"} title="Open it large (Ctrl+Enter)" onClick={() => enlarge(true)}>⤢</button>
      {large && <Large editor={editor} slot={slot} close={shrink} />}
    </div>
  );
}

// isProse reports whether a text is several words, the last of which is in no reference: nothing is offered in the middle of a
// sentence, which would take a Tab or an Enter that was meant for something else.
const isProse = (before: string): boolean => before.lastIndexOf("{{") <= before.lastIndexOf("}}") && /\s/.test(before);

// sameValue reports whether what was typed last still means what the document says: then it stays as it was typed.
function sameValue(typed: string, raw: string, text: boolean): boolean {
  try {
    return (text ? JSON.stringify(typed) : jsonOf(typed)) === raw;
  } catch {
    return false;
  }
}

function underlinesOf(problems: Problem[], index: number, pointer: string, typed: string, text: boolean): Underline[] {
  const prefix = "/nodes/" + index + "/data" + pointer;
  return problems.flatMap((problem): Underline[] => {
    const p = problem as Partial<DraftProblem> & Problem;
    if (p.pointer !== prefix && !p.pointer?.startsWith(prefix + "/")) return [];
    const all = !p.start && !p.end;
    const span = text ? { from: all ? 0 : p.start!, to: all ? typed.length : p.end! } : spanOf(typed, p.pointer.slice(prefix.length), p.start ?? 0, p.end ?? 0);
    return span ? [{ ...span, message: p.message, severity: p.severity }] : [];
  });
}
