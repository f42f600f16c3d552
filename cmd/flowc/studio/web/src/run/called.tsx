import type { Form } from "../api/api";
import { ToHere } from "../inspector/tohere";
import type { State } from "../model/model";
import type { Dispatch } from "../model/store";
import { Field, merged } from "./field";

// CalledForm runs a workflow that others call: its inputs are the form, and what it returns is the answer.
export function CalledForm({ state, dispatch, form: now }: { state: State; dispatch: Dispatch; form: Form }) {
  const form = merged(now, state.forms[state.open]);
  const change = (i: number, more: object) => dispatch({ do: "form", route: state.open, form: { ...form, fields: form.fields.map((g, j) => (i === j ? { ...g, ...more } : g)) } });
  return (
    <form onSubmit={(e) => e.preventDefault()}>
      <p className="hint">Other workflows call this one.{form.fields.length === 0 && " It takes no input."}</p>
      {form.fields.map((f, i) => <Field key={f.in + f.name} blank={f} change={(more) => change(i, more)} />)}
      {state.project?.running.serving ? <ToHere state={state} node="" label="Run" formOf={() => form} /> : <p className="hint">The server does not run.</p>}
    </form>
  );
}
