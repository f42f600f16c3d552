// Commands that ask the server before they change the drawing.
import * as ask from "./ask";
import { drawing } from "./drawn";
import { move } from "./edit";
import type { State } from "./model";
import type { Dispatch } from "./store";

const docOf = (s: State) => s.docs[s.open];

// told says why a command came to nothing.
async function told(dispatch: Dispatch, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (e) {
    dispatch({ do: "say", said: (e as Error).message });
  }
}

export async function tidyUp(s: State, dispatch: Dispatch): Promise<void> {
  const d = docOf(s);
  if (!d || !drawing(d.text)) return;
  await told(dispatch, async () => {
    const { positions } = await ask.tidy(d);
    dispatch({ do: "edit", text: move(d.text, new Map(Object.entries(positions))), label: "tidy up", at: performance.now() });
  });
}

// renameNode gives a node another name, with every reference to it.
export async function renameNode(s: State, dispatch: Dispatch, node: string, name: string): Promise<void> {
  const d = docOf(s);
  if (!d) return;
  await told(dispatch, async () => {
    const r = await ask.rename(d, node, name);
    dispatch({ do: "edit", text: r.text, label: "rename", choose: [r.node], at: performance.now() });
    if (r.says) dispatch({ do: "say", said: r.says });
  });
}

// mendProblem does what flowc fix would do.
export async function mendProblem(s: State, dispatch: Dispatch, mend: string): Promise<void> {
  const d = docOf(s);
  if (!d) return;
  await told(dispatch, async () => {
    const r = await ask.mend(d, mend);
    dispatch({ do: "edit", text: r.text, label: "mend", at: performance.now() });
    if (r.says) dispatch({ do: "say", said: r.says });
  });
}
