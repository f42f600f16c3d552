import type { EditorView as View, Tooltip } from "@codemirror/view";
import type { Told } from "../api/ask";

export type Tells = (value: string, at: number) => Promise<Told | null>; // what stands at a place of the text

// told says what the mouse points at.
export async function told(view: View, pos: number, tells: Tells | undefined): Promise<Tooltip | null> {
  const text = view.state.doc.toString();
  const is = await tells?.(text, pos);
  if (!is || is.from >= is.to || is.to > text.length || text !== view.state.doc.toString()) return null;
  return { pos: is.from, end: is.to, above: true, create: () => ({ dom: sheetOf(is) }) };
}

// sheetOf is what a reference is, in lines: its name and type, whether it may be absent and what it holds, and where it is from.
function sheetOf(is: Told): HTMLElement {
  const sheet = document.createElement("div");
  sheet.className = "cm-told";
  const line = (name: "code" | "small", text: string) => text && sheet.appendChild(document.createElement(name)).append(text);
  line("code", [is.text, is.type].filter(Boolean).join(": "));
  const presence = is.kind === "value" && is.type ? (is.nullable ? "may be null" : "there on every path to here") : "";
  line("small", [presence, ...(is.labels ?? [])].filter(Boolean).join(", "));
  line("small", is.at ? "of " + is.at.node + (is.uses.length > 1 ? ", read in " + is.uses.length + " places" : "") : "");
  line("small", is.doc);
  return sheet;
}
