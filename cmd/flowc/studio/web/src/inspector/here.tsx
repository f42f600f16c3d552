import { useEffect, useMemo, useState } from "../lib";
import * as ask from "../api/ask";
import { Ghost, useDrag } from "../parts/drag";
import { putReference } from "./editor";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";
import type { Point } from "../model/edit";
import { lastValue } from "./last";

// HereList is what may be read at a node: every value that exists on every path to it; below, those that do not, and why.
export function HereList({ state, dispatch, node, filtered }: { state: State; dispatch: Dispatch; node: string; filtered?: boolean }) {
  const here = useHere(state, node);
  const [text, find] = useState("");
  const was = (ref: string) => lastValue(state, ref);
  const put = (ref: string, at?: Point) => {
    if (!putReference(ref, at)) dispatch({ do: "say", said: "Click into the field first that {{" + ref + "}} goes into" });
  };
  const drag = useDrag(put);
  const ran = state.execution && state.workflow; // what the values were depends on, beside the execution: a key changes nothing while none is shown
  const list = useMemo(() => here && <Lists here={text === "" ? here : matching(here, text)} put={put} was={was} drag={drag} />, [here, text, state.execution, ran]);
  return (
    <section className="here" aria-label="Values here" aria-busy={!here}>
      <h4>Here{state.place && <small> what fits where the cursor is; the rest is grey</small>}</h4>
      {filtered && <input type="search" value={text} placeholder="Find a value" aria-label="Find a value" spellCheck={false} onChange={(e) => find(e.target.value)} />}
      {list}
      {drag.ghost && <Ghost at={drag.ghost.at} text={"{{" + drag.ghost.what + "}}"} />}
    </section>
  );
}

// matching keeps the values whose reference has a text in it, and what such are in.
function matching(here: ask.Here, text: string): ask.Here {
  const within = (list: ask.Value[] | null): ask.Value[] =>
    (list ?? []).flatMap((v) => {
      if (v.ref.toLowerCase().includes(text.toLowerCase())) return [v];
      const fields = within(v.fields);
      return fields.length > 0 ? [{ ...v, fields }] : [];
    });
  return { values: within(here.values), grey: within(here.grey) };
}

type Listed = Omit<TreeProps, "values" | "depth"> & { here: ask.Here };

function Lists({ here, ...rest }: Listed) {
  const [values, grey] = [here.values ?? [], here.grey ?? []];
  return (
    <>
      {values.length === 0 && <p className="hint">There is no value yet.</p>}
      <Tree values={values} {...rest} depth={0} />
      {grey.length > 0 && (
        <details className="grey">
          <summary>Not here ({grey.length})</summary>
          <ul className="values-here">{grey.map((v) => <li key={v.ref} className="no"><code>{v.ref}</code> <small>{v.why}</small></li>)}</ul>
        </details>
      )}
    </>
  );
}

type TreeProps = { values: ask.Value[]; was: (ref: string) => string; put: (ref: string) => void; drag: Drag; depth: number };
type Drag = ReturnType<typeof useDrag<string>>;

function Tree({ values, depth, ...rest }: TreeProps) {
  return <ul className="values-here">{values.map((v) => <Branch key={v.ref} value={v} depth={depth} {...rest} />)}</ul>;
}

// Branch is a value, and below it its fields.
function Branch({ value: v, depth, ...rest }: Omit<TreeProps, "values"> & { value: ask.Value }) {
  const [open, setOpen] = useState(depth < 1);
  const fields = v.fields ?? [];
  return (
    <li>
      <div className="branch">
        {fields.length > 0 && <button className="twig" aria-expanded={open} aria-label={"fields of " + v.ref} onClick={() => setOpen(!open)}>{open ? "▾" : "▸"}</button>}
        <Leaf value={v} {...rest} whole={fields.length > 0} top={depth === 0} />
      </div>
      {open && fields.length > 0 && <Tree values={fields} depth={depth + 1} {...rest} />}
    </li>
  );
}

function Leaf({ value: v, put, was, drag, whole, top }: Omit<TreeProps, "values" | "depth"> & { value: ask.Value; whole: boolean; top: boolean }) {
  const labels = (v.labels ?? []).join(", ");
  if (v.ref === "") return <span>{v.name}</span>;
  return (
    <button
      className={"value" + (v.fits ? "" : " unfit")} data-ref={v.ref} title={v.why || (whole ? "put the whole of " + v.ref : "put {{" + v.ref + "}}")}
      {...drag.handlers(v.ref)} onClick={(e) => drag.clicked(e) && put(v.ref)}
    >
      <code>{top ? v.ref : v.name}</code> <small>{[whole ? "" : v.type.replace(/\?$/, ""), v.nullable ? "may be null" : "", whole ? "" : labels].filter(Boolean).join(", ")}</small>
      {!whole && was(v.ref) !== "" && <span className="was" title="in the execution that is shown"> = {was(v.ref)}</span>}
      {v.why && !v.fits && <small className="why">{v.why}</small>}
    </button>
  );
}

// useHere asks again whenever the draft has changed, or the cursor stands elsewhere, once at a time.
function useHere(state: State, node: string): ask.Here | null {
  const [here, set] = useState<{ node: string; is: ask.Here } | null>(null);
  const doc = state.docs[state.open];
  useEffect(() => {
    if (!doc) return;
    let gone = false;
    const timer = setTimeout(() => void ask.here(doc, node, state.place).then((is) => !gone && set({ node, is }), () => undefined), here?.node === node ? 150 : 0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [doc?.text, node, state.place]);
  return here?.node === node ? here.is : null;
}
