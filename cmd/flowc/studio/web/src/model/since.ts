// What the open draft changes of its workflow as git's HEAD has it.
import { useEffect } from "../lib";
import * as ask from "../api/ask";
import { asked } from "./commands";
import type { State } from "./model";
import { dispatch, now } from "./now";

// useSince keeps the comparison in step with the draft while it is shown.
export function useSince(state: State): void {
  const text = state.docs[state.open]?.text;
  useEffect(() => {
    if (state.compares && text !== undefined) void compare();
  }, [state.compares, state.open, text]);
}

async function compare(): Promise<void> {
  const found = await asked(async (d) => ({ since: await ask.since(d) }));
  if (found && now().compares && now().open === found.key) dispatch({ do: "since", since: found.since });
}

// differenceOf is what is changed of a node.
export const differenceOf = (since: ask.Since | null, node: string): ask.Difference | undefined => since?.changes.find((c) => c.node === node && c.sign !== "-");
