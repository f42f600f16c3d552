import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./lib";
import type { NodeType } from "./api";
import * as ask from "./ask";
import { addAfter, addAlone, connect, freeOutputs } from "./changes";
import { toCanvas } from "./keys";
import type { Asking, State } from "./model";
import { pressedBeside, Prose } from "./parts";
import type { Dispatch } from "./store";

type Choice = { label: string; kind: string; doc: string; go: () => void };

// Chooser asks what comes there, filtered as one types: which output, which node, or which of those that are there already.
export function Chooser({ state, dispatch, asking }: { state: State; dispatch: Dispatch; asking: Asking }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const follow = useFollow(state, asking);
  const hurry = useRef(false); // the choice is made: it is taken as soon as it is known
  const all = useMemo(() => choices(state, dispatch, asking, follow), [state.docs, state.workflow, state.nodeTypes, asking, follow]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const named = (c: Choice) => words.every((w) => c.label.toLowerCase().includes(w));
  const found = all.filter((c) => words.every((w) => (c.label + " " + c.kind).toLowerCase().includes(w)));
  const list = [...found.filter(named), ...found.filter((c) => !named(c))];
  const chosen = Math.min(at, list.length - 1);
  const close = () => {
    dispatch({ do: "ask", asking: null });
    toCanvas();
  };
  useLayoutEffect(() => {
    setText("");
    setAt(0);
    hurry.current = false;
    input.current?.focus();
  }, [asking.screen, asking.what, asking.output]);
  useLayoutEffect(() => {
    if (follow && hurry.current) list[chosen]?.go();
    hurry.current = false;
  }, [follow]);
  useEffect(() => {
    document.getElementById("choice-" + chosen)?.scrollIntoView({ block: "nearest" }); // which returns a promise in newer browsers
  }, [chosen]);
  const pressed = (e: { key: string; preventDefault(): void }) => {
    if (e.key === "ArrowDown") setAt(Math.min(chosen + 1, list.length - 1));
    else if (e.key === "ArrowUp") setAt(Math.max(chosen - 1, 0));
    else if (e.key === "Enter" || e.key === "Tab") follow ? list[chosen]?.go() : (hurry.current = true);
    else if (e.key === "Escape") close();
    else return;
    e.preventDefault();
  };
  const left = Math.max(8, Math.min(asking.screen.x, innerWidth - 330));
  const top = Math.max(8, Math.min(asking.screen.y, innerHeight - 380));
  return (
    <>
      <div className="veil" onMouseDown={(e) => pressedBeside(e, close)} />
      <div className="chooser" role="dialog" aria-label={question(asking)} style={{ left, top }} aria-busy={!follow}>
        <input
          ref={input} placeholder={question(asking)} aria-label={question(asking)} role="combobox" aria-expanded="true" aria-controls="choices"
          aria-activedescendant={list.length > 0 ? "choice-" + chosen : undefined} value={text} autoComplete="off" spellCheck={false}
          onChange={(e) => hurry.current || (setText(e.target.value), setAt(0))} onKeyDown={pressed}
        />
        <Choices list={list} chosen={chosen} point={setAt} />
        {follow && list.length === 0 && <p className="empty">Nothing of that kind may stand here.</p>}
      </div>
    </>
  );
}

function Choices({ list, chosen, point }: { list: Choice[]; chosen: number; point: (i: number) => void }) {
  return (
    <ul id="choices" role="listbox" aria-label="Choices">
      {list.map((c, i) => (
        <li key={c.kind + c.label} id={"choice-" + i} role="option" aria-selected={i === chosen} onClick={c.go} onMouseMove={() => point(i)}>
          <strong>{c.label}</strong> <span className="kind">{c.kind}</span>
          {c.doc && <small><Prose text={c.doc} /></small>}
        </li>
      ))}
    </ul>
  );
}

function question(a: Asking): string {
  if (a.what === "any") return a.node ? "Add a node" : "Begin with";
  if (!a.output) return "From which output";
  return a.what === "connect" ? "Lead to" : "What follows";
}

// useFollow asks the server what may stand there; null while it has not answered.
function useFollow(state: State, a: Asking): ask.Follow | null {
  const [follow, set] = useState<{ asking: Asking; is: ask.Follow } | null>(null);
  const doc = state.docs[state.open];
  useEffect(() => {
    let gone = false;
    const answer = (is: ask.Follow) => !gone && set({ asking: a, is });
    const all = { types: state.nodeTypes.filter((t) => a.node === "" || !t.entry).map((t) => t.type), likely: [], nodes: null };
    if (!doc || a.what === "any" || (a.node && !a.output)) answer(all);
    else ask.follow(doc, a.node, a.output).then(answer, () => answer(all));
    return () => void (gone = true);
  }, [a]);
  return follow?.asking === a ? follow.is : null;
}

function choices(state: State, dispatch: Dispatch, a: Asking, follow: ask.Follow | null): Choice[] {
  const doc = state.docs[state.open];
  if (!doc || !follow) return [];
  if (a.what !== "any" && a.node && !a.output) {
    return freeOutputs(state, a.node).map((o) => ({
      label: o.name, kind: o.wired ? "wired" : o.required ? "must be wired" : "", doc: o.doc, go: () => dispatch({ do: "ask", asking: { ...a, output: o.name } }),
    }));
  }
  const likely = follow.likely ?? [];
  const types = [...follow.types].sort((x, y) => Number(likely.includes(y)) - Number(likely.includes(x)));
  const last = (change: () => void) => () => {
    dispatch({ do: "ask", asking: null });
    change();
  };
  const fresh = types.flatMap((name): Choice[] => {
    const t = state.nodeTypes.find((n) => n.type === name);
    return t ? [choiceOf(t, last(() => (a.node && a.what !== "any" ? addAfter(t, a) : addAlone(t, a.at))))] : [];
  });
  const there = (state.workflow?.view.nodes ?? []).filter((n) => n.id !== a.node && !n.entry && (follow.nodes?.includes(n.id) ?? true));
  const wires = there.map((n): Choice => ({ label: "→ " + n.name, kind: n.kind, doc: "", go: last(() => connect(a.node, a.output, n.id)) }));
  if (a.what === "any") return fresh;
  return a.what === "connect" ? [...wires, ...fresh] : [...fresh, ...wires];
}

const choiceOf = (t: NodeType, go: () => void): Choice => ({ label: t.title, kind: t.type === t.title ? "" : t.type, doc: firstSentence(t.doc), go });

export const firstSentence = (doc: string): string => /^.*?\.(?=\s|$)/s.exec(doc)?.[0] ?? doc;
