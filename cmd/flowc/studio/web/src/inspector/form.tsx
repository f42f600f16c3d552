import { useCallback, useMemo, useRef, useState } from "../lib";
import type { Field, NodeType } from "../api/api";
import { edit, nodeIn } from "../model/changes";
import { setData } from "../model/edit";
import { escape, get, tryRead, type Json } from "../model/json";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";
import { Setting, Wrong } from "./setting";
import { fieldOf, keysIn, sorted } from "./settings";
import type { Slot } from "./slot";

// target is the function or the workflow that a node names.
const target = (type: NodeType, data: Json | undefined): string =>
  type.fields.filter((f) => f.shape === "func" || f.shape === "stem").map((f) => String(get(data, f.name)?.value ?? "")).join();

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
    return <Setting key={f.name} dispatch={dispatch} doc={key} node={id} index={node.index} type={type.type} field={f} pointer={"/" + escape(f.name)} raw={raw} beside={f.shape === "inputs" ? target(type, node.data) : ""} problems={mine} kit={state.kit} put={put} />;
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
