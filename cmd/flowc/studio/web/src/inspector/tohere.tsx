import { useState } from "../lib";
import * as api from "../api/api";
import type { State } from "../model/model";
import { dispatch } from "../model/now";
import { Values } from "../parts/parts";

type Asked = { state: State; node: string; label: string; formOf: (entry: string) => api.Form | undefined };

// ToHere runs the open workflow as it is drawn, on a port of its own: up to a node, or, where others call it, as a whole. It names
// the effects on the way before it does.
export function ToHere({ state, node, label, formOf }: Asked) {
  const [here, set] = useState<api.Here | null>(null);
  const [doing, setDoing] = useState("");
  const key = state.open;
  const ask = (form: api.Form | null, sure: boolean) =>
    api.post<api.Here>("/api/tohere", { key, text: state.docs[key]?.text ?? state.workflow?.source ?? "", node, form: form ?? {}, sure })
      .catch((e: Error): api.Here => ({ entry: "", effects: [], why: e.message, status: 0, output: "", values: null, execution: null }));
  const run = async (plan: api.Here) => {
    const form = formOf(plan.entry);
    setDoing("Building …");
    const done = await ask(form ? { ...form, fields: form.fields.map(({ was: _, ...f }) => f) } : null, true);
    setDoing("");
    set(done);
    if (done.execution) dispatch({ do: "execution", execution: { ...done.execution, beside: true }, follow: false });
  };
  const begin = async () => {
    const plan = await ask(null, false);
    set(plan);
    if (plan.why === "" && plan.effects.length === 0) await run(plan);
  };
  const asks = here && here.why === "" && here.status === 0 && here.effects.length > 0 && !doing;
  return (
    <section className="to-here" aria-label={label}>
      {!asks && <button type="button" disabled={doing !== ""} onClick={() => void begin()}>{doing || label}</button>}
      {asks && (
        <div className="warned" role="alertdialog" aria-label="Effects on the way">
          <p>On the way: {here.effects.join(", ")}.</p>
          <div className="actions"><button type="button" className="primary" onClick={() => void run(here)}>{label}</button><button type="button" onClick={() => set(null)}>Cancel</button></div>
        </div>
      )}
      {here?.why && <p className="failure" role="alert">{here.why}</p>}
      {here && here.status > 0 && here.why === "" && <div role="status"><p className="hint">{here.output ? <>It took <code>{here.output}</code>.</> : "It was reached."}</p>{here.values != null && <Values title="Yielded" value={here.values} />}</div>}
    </section>
  );
}
