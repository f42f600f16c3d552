import { useEffect, useMemo, useRef, useState } from "../lib";
import * as ask from "../api/ask";
import type { FoundPlace } from "../api/ask";
import { label } from "../inspector/slot";
import { entryOf, find, ofPreset, type Entry } from "../model/catalog";
import { addAlone } from "../model/changes";
import { tidyUp } from "../model/commands";
import { editable, save } from "../model/drafts";
import type { State } from "../model/model";
import { now } from "../model/now";
import { choosePreset } from "../model/presets";
import { pressedBeside } from "../parts/parts";
import { addNote } from "../palette/note";
import { Tile } from "../parts/tile";
import { open, type Dispatch } from "../model/store";

type Found = Entry & { label: string; kind: string; face?: string; place?: FoundPlace; go: () => void }; // face is a node type

// Search finds nodes, workflows, routes and commands by any part of their names.
export function Search({ state, dispatch, close }: { state: State; dispatch: Dispatch; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const all = useMemo(() => everything(state, dispatch), [state.project, state.workflow, state.nodeTypes, state.kit]);
  const places = usePlacesWith(text);
  const elsewhere = places.filter((x) => x.field !== "" || x.key !== state.open).map((x): Found => ({ ...named(x.name, x.workflow), face: x.type, place: x, go: () => (open(x.key), dispatch({ do: "found", node: x.node })) }));
  const list = [...find(all, text).slice(0, 50).map((f) => f.entry), ...elsewhere];
  useEffect(() => void dialog.current?.showModal(), []);
  const chosen = Math.min(at, list.length - 1);
  const go = (f: Found | undefined) => {
    if (!f) return;
    close();
    f.go();
  };
  const pressed = (e: { key: string; preventDefault(): void }) => {
    if (e.key === "ArrowDown") setAt(Math.min(chosen + 1, list.length - 1));
    else if (e.key === "ArrowUp") setAt(Math.max(chosen - 1, 0));
    else if (e.key === "Enter") go(list[chosen]);
    else return;
    e.preventDefault();
  };
  return (
    <dialog ref={dialog} className="search" aria-label="Search" onClose={close} onMouseDown={(e) => pressedBeside(e, close)}>
      <input
        autoFocus placeholder="A node, a workflow, a route, a setting, a command" aria-label="Search for" role="combobox" aria-expanded="true"
        aria-controls="found" aria-activedescendant={list.length > 0 ? "found-" + chosen : undefined} value={text}
        onChange={(e) => (setText(e.target.value), setAt(0))} onKeyDown={pressed}
      />
      <ul id="found" role="listbox" aria-label="Found">
        {list.map((f, i) => (
          <li key={i} id={"found-" + i} role="option" aria-selected={i === chosen} onClick={() => go(f)} onMouseMove={() => setAt(i)}>
            {f.face && <Tile type={f.face} small />}<span className="kind">{f.kind}</span> {f.label}
            {f.place?.field && <small><span className="in">{fieldLabel(f.place)}</span> {f.place.text}</small>}
          </li>
        ))}
      </ul>
      {list.length === 0 && <p className="empty">Nothing is called so.</p>}
    </dialog>
  );
}

// usePlacesWith are the places of all workflows that hold a text, once the server has said.
function usePlacesWith(text: string): FoundPlace[] {
  const [places, set] = useState<FoundPlace[]>([]);
  useEffect(() => {
    let gone = false;
    const answer = (list: FoundPlace[]) => !gone && set(list);
    if (text.trim() === "") answer([]);
    else void ask.find(text).then(answer, () => answer([]));
    return () => void (gone = true);
  }, [text]);
  return places;
}

const fieldLabel = (x: FoundPlace): string => label({ name: x.field }, x.type);

function everything(state: State, dispatch: Dispatch): Found[] {
  const nodes = (state.workflow?.view.nodes ?? []).map((n) => ({
    ...named(n.name, n.kind), face: n.type, go: () => dispatch({ do: "found", node: n.id }),
  }));
  const workflows = (state.project?.workflows ?? []).map((w) => ({ ...named(w.name, "Workflow"), go: () => open(w.key) }));
  const routes = (state.project?.routes ?? []).map((r) => ({ ...named(r.method + " " + r.path, "Route"), go: () => open(r.workflow) }));
  const panels = ([["run", "Run a request"], ["watch", "Watch executions"], ["node", "Look at a node"], ["go", "Read the Go"], ["problems", "List problems"]] as const);
  const draws = state.workflow && state.docs[state.open] && editable(state) ? drawing(state, dispatch) : [];
  const commands = state.workflow ? panels.map(([panel, label]) => ({ ...named(label, "Command"), go: () => dispatch({ do: "panel", panel }) })) : [];
  return [...nodes, ...workflows, ...routes, ...commands, ...draws, { ...named("Home", "Command"), go: () => open("") }];
}

// named is what is found by its name, or by what it is.
const named = (label: string, kind: string) => ({ label, kind, title: label, doc: kind, also: [], words: [kind + " " + label], group: kind });

// drawing are the commands of drawing, and the node types and presets that can be added.
function drawing(state: State, dispatch: Dispatch): Found[] {
  const add = () => dispatch({ do: "ask", asking: { what: "any", node: "", output: "", at: null, screen: { x: innerWidth / 3, y: 120 } } });
  const list: [string, () => void][] = [
    ["Add a node", add], ["Add a note", () => addNote(null)], ["Save", () => void save(now().open)], ["Undo", () => dispatch({ do: "undo" })],
    ["Do again", () => dispatch({ do: "redo" })], ["Tidy up", () => void tidyUp()],
  ];
  const types = state.nodeTypes.map((t) => ({ ...entryOf(t), label: t.title, kind: "Add", face: t.type, go: () => addAlone(t, null) }));
  const presets = (state.kit?.presets ?? []).map((p) => ({ ...ofPreset(p), label: p.title, kind: "Preset", face: p.type, go: () => choosePreset(p) }));
  return [...list.map(([label, go]) => ({ ...named(label, "Command"), go })), ...types, ...presets];
}
