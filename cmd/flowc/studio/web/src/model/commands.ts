// Commands that ask the server before they change the drawing. It may be drawn on meanwhile, and another workflow be opened: what
// they change is the document that they were given for, as it is then.
import * as ask from "../api/ask";
import { addLoose, edit } from "./changes";
import type { Doc } from "./doc";
import { drawing } from "./drawn";
import { move } from "./edit";
import { dispatch, now } from "./now";

// asked asks about the open document, and again where that has changed before the answer was there. It is undefined where there
// is no such document any more; why it could not be answered is said.
export async function asked<T>(question: (d: Doc) => Promise<T>): Promise<(T & { key: string }) | undefined> {
  const key = now().open;
  try {
    for (let d = now().docs[key]; d; d = now().docs[key]) {
      const answer = await question(d);
      if (now().docs[key]?.text === d.text) return { ...answer, key };
    }
  } catch (e) {
    dispatch({ do: "say", said: (e as Error).message });
  }
  return undefined;
}

export async function tidyUp(): Promise<void> {
  const found = await asked(async (d) => (drawing(d.text) ? ask.tidy(d) : { positions: {} }));
  if (found) edit(found.key, (text) => move(text, new Map(Object.entries(found.positions))), { label: "tidy up" });
}

// renameNode gives a node another name, with every reference to it, and reports whether it could.
export async function renameNode(node: string, name: string): Promise<boolean> {
  const r = await asked((d) => ask.rename(d, node, name));
  if (!r) return false;
  edit(r.key, () => r.text, { label: "rename", renames: [node, r.node] });
  if (r.says) dispatch({ do: "say", said: r.says });
  return true;
}

// extractChosen moves the chosen nodes into a workflow of their own, and calls it in their place. The new file stays where that
// is undone.
export async function extractChosen(): Promise<void> {
  const { open, chosen, project } = now();
  const at = open.lastIndexOf("/");
  const name = freeName(open.slice(at + 1) + "-part", (project?.workflows ?? []).map((w) => w.key.slice(w.key.lastIndexOf("/") + 1)));
  const x = await asked((d) => ask.extract(d, chosen, name));
  if (!x) return;
  try {
    const made = await ask.make({ do: "new", folder: open.slice(0, Math.max(0, at)), name, text: x.made });
    edit(x.key, () => x.text, { label: "extract to a subflow", choose: [x.call] });
    dispatch({ do: "say", said: "Extracted to " + made.key + ".flow.json, a new file that undo leaves" });
  } catch (e) {
    dispatch({ do: "say", said: (e as Error).message });
  }
}

// freeName is a name, with a number where it is taken.
function freeName(name: string, taken: string[]): string {
  for (let n = 1; ; n++) if (!taken.includes(name + (n > 1 ? "-" + n : ""))) return name + (n > 1 ? "-" + n : "");
}

// connectLoose connects all outputs that must be connected, as the document is now.
export async function connectLoose(only?: { node: string; output: string }): Promise<void> {
  const found = await asked(async (d) => ({ list: (await ask.loose(d)).filter((l) => !only || (l.node === only.node && l.output === only.output)) }));
  if (!found) return;
  if (found.list.length > 0) addLoose(found.key, found.list);
  else dispatch({ do: "say", said: "No output lacks a wire" });
}

// mendProblem does what flowc fix would do.
export async function mendProblem(mend: string): Promise<void> {
  const r = await asked((d) => ask.mend(d, mend));
  if (!r) return;
  edit(r.key, () => r.text, { label: "mend" });
  if (r.says) dispatch({ do: "say", said: r.says });
}
