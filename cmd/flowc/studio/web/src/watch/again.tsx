import { useState } from "../lib";
import type { Blank, Execution, Form, Route } from "../api/api";
import { routeKey, type State } from "../model/model";
import { dispatch } from "../model/now";
import { ownOf } from "../run/answer";
import { mask } from "../model/text";
import { send } from "../run/send";

// Again sends the request of an execution again where it was sent from this page; any other it fills into Run as far as it is known.
export function Again({ state, execution: x }: { state: State; execution: Execution }) {
  const [sending, setSending] = useState(false);
  const route = state.project?.routes.find((r) => r.workflow === state.open && r.name === x.entry);
  if (!route || state.project?.log || x.workflow !== state.workflow?.name) return null;
  const own = ownOf(state, route, x);
  const sent = own && state.sends.find((s) => s.answer === own);
  const again = async () => {
    setSending(true);
    await send(route, sent!.form);
    setSending(false);
  };
  const copy = () => {
    dispatch({ do: "form", route: routeKey(route), form: filled(route, x) });
    dispatch({ do: "panel", panel: "run" });
  };
  return (
    <div className="actions again">
      {sent && <button disabled={sending} onClick={() => void again()}>{sending ? "Sending …" : "Send again"}</button>}
      <button onClick={copy}>Copy to Run</button>
    </div>
  );
}

// filled is the form of a route with what its entry point has read: what was hidden is left out.
function filled(route: Route, x: Execution): Form {
  const values = (x.visits?.find((v) => v.node === route.name)?.values ?? {}) as Record<string, unknown>;
  const fill = (f: Blank): Blank => {
    const value = values[f.name];
    if (value === undefined || value === null) return { ...f, example: "", was: "was not given" };
    if (JSON.stringify(value).includes(mask)) return { ...f, example: "", was: "was hidden" };
    return { ...f, example: value };
  };
  return { ...route.form, fields: route.form.fields.map(fill) };
}
