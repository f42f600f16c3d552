// Where something is typed and the server had nothing to offer, it is asked again when the project has changed: its Go is loaded, or
// the server is back. Who has typed on, gone on or chosen since is left alone.
import { startCompletion, useEffect, useSyncExternalStore } from "../lib";
import type { CompletionContext } from "@codemirror/autocomplete";
import type { EditorView as View } from "@codemirror/view";
import { known, listen } from "../model/now";

type Lack = { doc: unknown; pos: number; asked: boolean; again: boolean };
const lacks = new WeakMap<View, Lack>(); // where there was nothing to offer last, by field

// isAsked reports whether somebody has asked for what completes a text, and not the field itself.
export function isAsked(c: CompletionContext): boolean {
  const lack = c.view && lacks.get(c.view);
  if (c.view) lacks.delete(c.view);
  return lack?.again ? lack.asked : c.explicit;
}

// offersOf asks for what completes a text, and notes where there is nothing. It asks anew where the project has changed meanwhile.
export async function offersOf<Found extends { offers: unknown[] | null }>(c: CompletionContext, asked: boolean, ask: () => Promise<Found | null>): Promise<Found | null> {
  for (;;) {
    const { project } = known();
    const found = await ask().catch(() => null);
    if (found?.offers?.length) return found;
    if (!c.view || c.view.state.doc !== c.state.doc) return null;
    if (known().project === project) {
      lacks.set(c.view, { doc: c.state.doc, pos: c.pos, asked, again: false });
      return null;
    }
  }
}

// useAgain asks again in a field when the project has changed.
export function useAgain(view: { current: View | null }): void {
  const project = useSyncExternalStore(listen, () => known().project);
  useEffect(() => {
    const v = view.current;
    const lack = v && lacks.get(v);
    if (!lack || !v.hasFocus || v.state.doc !== lack.doc || v.state.selection.main.head !== lack.pos) return;
    lack.again = true;
    startCompletion(v);
  }, [project]);
}
