// The state of the page. A change is there at once for whoever asks, and drawn before the next event: nothing is computed from
// what was true a while ago, however late the page draws.
import { isDirty } from "./doc";
import { problemsOf, shown } from "./drawn";
import { apply, empty, type Change, type State } from "./model";

export type Dispatch = (c: Change) => void;

let state = empty;
const listening = new Set<() => void>();

export const dispatch: Dispatch = (c) => {
  state = apply(state, c);
  for (const heard of listening) heard();
};

// listen has heard called after each change, until what it returns is called.
export function listen(heard: () => void): () => void {
  listening.add(heard);
  return () => void listening.delete(heard);
}

// known is what the page was told, without what the draft changes of it.
export const known = (): State => state;

let live = { of: state, is: state };

// now is what is known, with the open workflow as it is drawn.
export function now(): State {
  if (live.of === state) return live.is;
  const doc = state.docs[state.open];
  const workflow = workflowOf([state.workflow, doc?.text, doc?.checked, state.nodeTypes], () => shown(state.workflow, doc, state.nodeTypes));
  const project = projectOf([state.project, doc?.key, doc && isDirty(doc), doc?.checked], () => problemsOf(state.project, doc));
  live = { of: state, is: { ...state, workflow, project } };
  return live.is;
}

const workflowOf = remembering<State["workflow"]>();
const projectOf = remembering<State["project"]>();

// remembering makes a value anew where something that it is made of is another one.
function remembering<T>(): (of: unknown[], make: () => T) => T {
  let last: { of: unknown[]; is: T } | null = null;
  return (of, make) => {
    if (!last || of.some((x, i) => x !== last!.of[i])) last = { of, is: make() };
    return last.is;
  };
}
