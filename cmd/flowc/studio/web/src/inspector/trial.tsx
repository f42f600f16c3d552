import { useEffect, useState } from "../lib";
import { statement, tryOut, type Rows, type Tried } from "../api/tables";
import { known } from "../model/now";
import { pretty } from "../model/text";
import { Grid, sizeOf } from "../parts/grid";
import type { Slot } from "./slot";

// Trial runs a SELECT once with values that are typed, or those of a request that was sent from this page. Nothing of it is kept.
export function Trial({ slot }: { slot: Slot }) {
  const is = useStatement(slot);
  const [typed, type] = useState<Record<string, string>>({});
  const [shown, show] = useState<Rows | null>(null);
  const [failed, fail] = useState("");
  useEffect(() => (show(null), fail("")), [slot.raw]);
  if (!is) return <section className="trial" aria-label="Trial" aria-busy />;
  if (is.refused) return <section className="trial" aria-label="Trial"><p className="hint">No trial: {is.refused}.</p></section>;
  const sent = known().sends.findLast((s) => s.route.startsWith(slot.doc + " "));
  const take = () => type({ ...typed, ...Object.fromEntries(is.parameters.flatMap(({ ref }) => valueOf(ref, sent?.form.fields ?? []))) });
  const values = is.parameters.map(({ ref, type: t }) => typed[ref] ?? (t.endsWith("?") ? null : ""));
  const run = () => void tryOut({ ...known().docs[slot.doc]!, node: slot.node }, values).then((r) => (show(r), fail("")), (e: Error) => (show(null), fail(e.message)));
  return (
    <section className="trial" aria-label="Trial">
      <form className="values" onSubmit={(e) => (e.preventDefault(), run())}>
        {is.parameters.map((p) => (
          <label key={p.ref}>
            <span><code>{p.ref}</code> <small>{p.type}</small></span>
            <input
              value={typed[p.ref] ?? ""} type={p.hidden ? "password" : "text"} aria-label={"value of " + p.ref} placeholder={p.type.endsWith("?") ? "null" : ""} autoComplete="off" spellCheck={false}
              onChange={(e) => type({ ...typed, [p.ref]: e.target.value })}
            />
          </label>
        ))}
        {sent && is.parameters.length > 0 && <button type="button" onClick={take}>Take from the last request</button>}
        <button type="submit">Try it</button>
        <p className="hint">{shown ? sizeOf(shown) : "Read only, 20 rows at most; nothing of it is kept."}</p>
      </form>
      {failed && <p className="failure" role="alert">{failed}</p>}
      {shown && <Grid shown={shown} />}
    </section>
  );
}

// valueOf is what a request had for a reference: the field of its name, alone or behind the name of what holds the request.
function valueOf(ref: string, fields: { name: string; example: unknown }[]): [string, string][] {
  const name = /^(?:\w+\.)?(\w+)$/.exec(ref)?.[1];
  const field = fields.find((f) => f.name === name);
  if (!field || field.example == null) return [];
  return [[ref, typeof field.example === "string" ? field.example : pretty(field.example)]];
}

// useStatement asks what the statement takes, and again where it has changed.
function useStatement(slot: Slot): Tried | null {
  const [is, set] = useState<Tried | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = () => {
      const doc = known().docs[slot.doc];
      if (doc) void statement({ ...doc, node: slot.node }).then((found) => !gone && set(found), () => undefined);
    };
    const timer = setTimeout(ask, is ? 250 : 0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [slot.doc, slot.node, slot.raw]);
  return is;
}
