import { memo, useCallback, useMemo, useRef, useState } from "../lib";
import { alike } from "../model/alike";
import type { Field, NodeType, Problem, When } from "../api/api";
import type { DraftProblem } from "../api/ask";
import { edit, nodeIn } from "../model/changes";
import { firstSentence } from "../model/catalog";
import { applies } from "../model/drawn";
import { drawnOf, setData, type DocNode } from "../model/edit";
import { Rows } from "./rows";
import { escape, get, read, tryRead } from "../model/json";
import type { State } from "../model/model";
import { Prose } from "../parts/parts";
import type { Dispatch } from "../model/store";
import { label, type Given, type Slot } from "./slot";
import { Typed } from "./typed";
import { Variables } from "./variables";

// Form is made from the node's type: what means something beside the other settings, the required first.
export function Form({ state, dispatch, id }: { state: State; dispatch: Dispatch; id: string }) {
  const doc = state.docs[state.open];
  const node = nodeIn(doc, id);
  const type = state.nodeTypes.find((t) => t.type === node?.type);
  const [open, setOpen] = useState(false);
  const given = useRef<string[] | null>(null); // as the form was opened: no field jumps while it is typed in
  const problems = useMemo(() => (state.project?.problems ?? []).filter((p) => p.workflow === state.open && p.node === id), [state.project?.problems, id]);
  const order = useMemo(() => (doc && tryRead(doc.base) ? keysIn(doc.base, id) : []), [doc?.base, id]);
  const key = doc?.key ?? "";
  const put = useCallback<Slot["put"]>((pointer, value, join) =>
    edit(key, (text) => setData(text, id, pointer, value, order), { label: "set " + pointer.slice(1), join: join ? id + pointer : "" }), [key, id, order]);
  if (!doc || !node) return null;
  if (!type) return <p className="failure">There is no node type “{node.type}”.</p>;
  given.current ??= node.data?.members.map((m) => m.key) ?? [];
  const { first, more, idle } = sorted(type, node, given.current);
  const wrong = more.some((f) => problems.some((p) => fieldOf(p, type) === f.name));
  const show = (f: Field) => {
    const value = get(node.data, f.name);
    const raw = value && doc.text.slice(value.start, value.end);
    const mine = problems.filter((p) => fieldOf(p, type) === f.name);
    return <Setting key={f.name} dispatch={dispatch} doc={key} node={id} index={node.index} type={type.type} field={f} pointer={"/" + escape(f.name)} raw={raw} problems={mine} kit={state.kit} put={put} />;
  };
  return (
    <div className="form" data-doc="">
      {first.map(show)}
      {more.length > 0 && (
        <details open={open || wrong} onToggle={(e) => setOpen(e.currentTarget.open)}>
          <summary>{more.length === 1 ? "One more setting" : more.length + " more settings"}</summary>
          <div className="form">{more.map(show)}</div>
        </details>
      )}
      {idle.map((name) => (
        <p className="hint" key={name}><code>{name}</code> means nothing here. <button className="link" onClick={() => put("/" + escape(name), undefined)}>Take it away</button></p>
      ))}
      {problems.filter((p) => ![...first, ...more].some((f) => f.name === fieldOf(p, type))).map((p, i) => <Wrong key={i} problem={p} />)}
    </div>
  );
}

// keysIn are the settings of a node in their order in the file, so that one that is cleared and typed anew is no change.
const keysIn = (text: string, id: string): string[] => drawnOf(text).nodes.find((n) => n.id === id)?.data?.members.map((m) => m.key) ?? [];

// fieldOf is the field that a problem is about: where it stands, or the one that it misses.
function fieldOf(p: Problem, type: NodeType): string {
  return (p as Partial<DraftProblem>).field || (type.fields.find((f) => p.message.includes(JSON.stringify(f.name)))?.name ?? "");
}

// deciding are the fields by which others, or outputs, mean something.
function deciding(type: NodeType): Set<string> {
  const names = new Set([type.mode]);
  const add = (w: When): void => {
    if (!w) return;
    names.add(w.field);
    add(w.also);
  };
  for (const x of [...type.fields, ...type.outputs]) add(x.when);
  return names;
}

const asRequired = new WeakMap<Field, Field>(); // one each, so that what shows it is drawn anew only where it is another

function required(f: Field): Field {
  const made = asRequired.get(f) ?? { ...f, required: true };
  asRequired.set(f, made);
  return made;
}

const leading = 3; // fields of a type that are always seen: the first ones are those that say most

// sorted tells the settings that are given or must be from those that may be, and those that mean nothing here.
function sorted(type: NodeType, node: DocNode, before: string[]) {
  const given = (name: string) => get(node.data, name) !== undefined;
  const decides = deciding(type);
  const known = type.fields.filter((f) => applies(f.when, node.data, type)).map((f) => (f.needed && applies(f.needed, node.data, type) ? required(f) : f));
  const first = known.filter((f) => type.fields.findIndex((t) => t.name === f.name) < leading || f.required || before.includes(f.name) || decides.has(f.name));
  const small = known.length - first.length <= 1 || known.length <= 4;
  return {
    first: small ? known : first, more: small ? [] : known.filter((f) => !first.includes(f)),
    idle: type.fields.filter((f) => !known.some((k) => k.name === f.name) && given(f.name)).map((f) => f.name),
  };
}

const Setting = memo(function Setting(given: Given) {
  const slot = { ...given, value: given.raw === undefined ? undefined : read(given.raw) };
  const f = slot.field;
  const id = "about-" + f.name;
  return (
    <div className={"setting" + (slot.problems.some((p) => p.severity === "error") ? " bad" : "")} data-field={f.name}>
      <div className="label"><span>{label(f, slot.type)}</span>{f.required && <abbr title="required">*</abbr>}{f.shape !== "choice" && f.shape !== "bool" && <small>{f.takes}</small>}</div>
      <Control slot={slot} about={id} />
      <Variables kit={slot.kit} value={slot.value} />
      <About id={id} text={f.doc} />
      {slot.problems.map((p, i) => <Wrong key={i} problem={p} />)}
    </div>
  );
}, alike);

export function Wrong({ problem: p }: { problem: Problem }) {
  return <p className={p.severity === "error" ? "failure" : "warned"} role="status">{p.severity === "error" ? "✕ " : "! "}{p.message}{p.hint && <small> {p.hint}</small>}</p>;
}

function Control({ slot, about }: { slot: Slot; about: string }) {
  const { field: f, value, put, pointer } = slot;
  const name = label(f, slot.type);
  switch (f.shape) {
    case "choice":
      return value?.kind === "array" ? <Typed slot={slot} pointer={pointer} value={value} label={name} /> : <Choice slot={slot} about={about} />;
    case "bool": {
      const on = value ? value.value === true : f.default === "true";
      const set = (next: boolean) => put(pointer, String(next) === (f.default || "false") ? undefined : String(next));
      return <label className="check"><input type="checkbox" checked={on} aria-describedby={about} onChange={(e) => set(e.target.checked)} /> {name}</label>;
    }
    case "int":
    case "size":
    case "duration":
      return <Plain slot={slot} about={about} />;
    case "object":
    case "inputs":
    case "types":
    case "json":
      return <Entries slot={slot} label={name} />;
    default:
      return <Typed slot={slot} pointer={pointer} value={value} label={name} />;
  }
}

// Entries is an object, by its entries or as JSON: as it was when the form was opened, so that no field goes while it is
// typed in.
function Entries({ slot, label: name }: { slot: Slot; label: string }) {
  const { value } = slot;
  const [rows, setRows] = useState(value ? value.kind === "object" : slot.field.shape !== "json");
  const may = !value || value.kind === "object";
  return (
    <>
      {rows && may ? <Rows slot={slot} /> : <Typed slot={slot} pointer={slot.pointer} value={value} label={name} />}
      {may && <button className="link" onClick={() => setRows(!rows)}>{rows ? "as JSON" : "as fields"}</button>}
    </>
  );
}

// About is what a setting does: its first sentence, and the rest when it is asked for.
function About({ id, text }: { id: string; text: string }) {
  const [all, setAll] = useState(false);
  const first = firstSentence(text);
  return (
    <small className="about" id={id}>
      <Prose text={all ? text : first} />
      {text.length > first.length + 1 && <> <button className="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? "less" : "more"}</button></>}
    </small>
  );
}

const several = "[]"; // what no choice is called: one becomes a list of such

function Choice({ slot, about }: { slot: Slot; about: string }) {
  const { field: f, value, put, pointer } = slot;
  const typed = value ? String(value.value) : "";
  const choose = (next: string) => put(pointer, next === "" ? undefined : JSON.stringify(next === several ? [typed || f.default || f.enum[0]] : next));
  return (
    <select value={typed} aria-label={label(f, slot.type)} aria-describedby={about} onChange={(e) => choose(e.target.value)}>
      {(!f.required || typed === "") && <option value="">{f.default ? f.default + " (as nothing is said)" : f.required ? "choose …" : "not set"}</option>}
      {f.enum.map((e) => <option key={e} value={e}>{e}</option>)}
      {typed !== "" && !f.enum.includes(typed) && <option value={typed}>{typed}</option>}
      {f.several && <option value={several}>a list …</option>}
    </select>
  );
}

// Plain is a number, a size or a duration: written as a number where it is one.
function Plain({ slot, about }: { slot: Slot; about: string }) {
  const { field: f, value, put, pointer } = slot;
  const bounds = f.min !== 0 || f.max !== 0 ? f.min + " to " + f.max : "";
  const change = (typed: string) => put(pointer, typed === "" ? undefined : /^-?(0|[1-9]\d*)$/.test(typed) && f.shape !== "duration" ? typed : JSON.stringify(typed), true);
  return (
    <input
      value={value ? String(value.value) : ""} aria-label={label(f, slot.type)} aria-describedby={about} inputMode={f.shape === "int" ? "numeric" : "text"} autoComplete="off"
      spellCheck={false} placeholder={f.default || bounds || (f.shape === "duration" ? "15m" : "")} title={bounds} onChange={(e) => change(e.target.value)}
    />
  );
}
