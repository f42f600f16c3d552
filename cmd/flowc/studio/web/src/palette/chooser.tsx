import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib";
import * as ask from "../api/ask";
import { entryOf, find, grouped, type Group } from "../model/catalog";
import type { Asking, State } from "../model/model";
import type { Dispatch } from "../model/store";
import { toCanvas } from "../parts/focus";
import { pressedBeside, Prose } from "../parts/parts";
import { Tile } from "../parts/tile";
import { choices, entriesLast, isBegun, type Choice } from "./choices";

// Chooser asks what comes there, filtered as one types: which output, which node, or which of those that are there already.
export function Chooser({ state, dispatch, asking }: { state: State; dispatch: Dispatch; asking: Asking }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const follow = useFollow(state, asking);
  const hurry = useRef(false); // the choice is made: it is taken as soon as it is known
  const all = useMemo(() => choices(state, dispatch, asking, follow), [state.docs, state.workflow, state.nodeTypes, asking, follow]);
  const groups = grouped(text === "" && isBegun(state) ? entriesLast(state, all) : all, text);
  const list = groups.flatMap((g) => g.list.map((f) => f.entry));
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
  }, [asking.screen, asking.what, asking.output, asking.preset]);
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
      <div className="chooser" role="dialog" aria-label={question(state, asking)} style={{ left, top }} aria-busy={!follow}>
        <input
          ref={input} placeholder={question(state, asking)} aria-label={question(state, asking)} role="combobox" aria-expanded="true" aria-controls="choices"
          aria-activedescendant={list.length > 0 ? "choice-" + chosen : undefined} value={text} autoComplete="off" spellCheck={false}
          onChange={(e) => hurry.current || (setText(e.target.value), setAt(0))} onKeyDown={pressed}
        />
        <Choices groups={groups} chosen={chosen} point={setAt} />
        {follow && list.length === 0 && <p className="empty">{absence(state, asking, follow, text)}</p>}
      </div>
    </>
  );
}

function Choices({ groups, chosen, point }: { groups: Group<Choice>[]; chosen: number; point: (i: number) => void }) {
  let n = 0;
  return (
    <div id="choices" role="listbox" aria-label="Choices" className="choices">
      {groups.map((g) => (
        <div key={g.title} role="group" aria-label={g.title || "Choices"}>
          {g.title && <div className="group-title" aria-hidden="true">{g.title}</div>}
          {g.list.map(({ entry: c, by }) => <Option key={c.key} choice={c} by={by} at={n} chosen={n++ === chosen} point={point} />)}
        </div>
      ))}
    </div>
  );
}

function Option({ choice: c, by, at, chosen, point }: { choice: Choice; by: string; at: number; chosen: boolean; point: (i: number) => void }) {
  return (
    <div id={"choice-" + at} className="option" role="option" aria-selected={chosen} onClick={c.go} onMouseMove={() => point(at)}>
      {c.face && <Tile type={c.face} small />}
      <strong>{c.label}</strong> <span className="kind">{by ? "also " + by : c.kind}</span>
      {c.doc && <small><Prose text={c.doc} /></small>}
    </div>
  );
}

// absence says why nothing is found: what fits may not stand here, or nothing is called so.
function absence(state: State, asking: Asking, follow: ask.Follow, text: string): string {
  const typed = text.toLowerCase().trim();
  if (asking.preset) return typed ? "No table is called so." : "There is no table yet: make one under Data.";
  const instead = state.kit?.instead?.find((i) => i.words.some((w) => w.startsWith(typed)));
  if (instead && typed !== "") return instead.use;
  const [found] = find(state.nodeTypes.filter((t) => !follow.types.includes(t.type)).map(entryOf), text);
  if (!found) return `No node is called “${text.trim()}”.`;
  return `${found.entry.title} can’t stand here: it begins a workflow, or ends one of another kind.`;
}

function question(s: State, a: Asking): string {
  if (a.preset) return "Of which table";
  if (a.what === "any") return a.node || isBegun(s) ? "Add a node" : "Begin with";
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
    const all = { types: state.nodeTypes.filter((t) => a.node === "" || !t.entry).map((t) => t.type), likely: [], nodes: null, data: null };
    if (!doc || a.preset || a.what === "any" || (a.node && !a.output)) answer(all);
    else ask.follow(doc, a.node, a.output).then(answer, () => answer(all));
    return () => void (gone = true);
  }, [a]);
  return follow?.asking === a ? follow.is : null;
}
