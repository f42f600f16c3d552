import { useState } from "../lib";
import * as api from "../api/api";
import { causesOf } from "../model/causes";
import { routeKey, type State } from "../model/model";
import type { Dispatch } from "../model/store";
import { Copy } from "../parts/parts";
import { Answer, Late, Other, ownOf, Stale } from "./answer";
import { CalledForm } from "./called";
import { Field, merged } from "./field";
import { FreeBody } from "./free";
import { KeptRequests } from "./kept";
import { send } from "./send";
import { Times } from "./times";
import { unread } from "./upload";

export function Run({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const routes = (state.project?.routes ?? []).filter((r) => r.workflow === state.open);
  const [chosen, choose] = useState(0);
  const route = routes[Math.min(chosen, routes.length - 1)];
  const called = state.project?.called.find((c) => c.workflow === state.open);
  if (!route && called) return <CalledForm key={state.open} state={state} dispatch={dispatch} form={called.form} />;
  if (!route) return <p className="empty">No route leads to this workflow.</p>;
  return (
    <>
      {routes.length > 1 && (
        <label className="field">Route
          <select value={chosen} onChange={(e) => choose(Number(e.target.value))}>
            {routes.map((r, i) => <option key={routeKey(r)} value={i}>{r.method} {r.path}</option>)}
          </select>
        </label>
      )}
      <RequestForm key={routeKey(route)} route={route} state={state} dispatch={dispatch} />
    </>
  );
}

function RequestForm({ route, state, dispatch }: { route: api.Route; state: State; dispatch: Dispatch }) {
  const id = routeKey(route);
  const form = merged(route.form, state.forms[id]);
  const own = state.execution && ownOf(state, route, state.execution);
  const answer = own ?? state.answers[id];
  const [sending, setSending] = useState(false);
  const [curl, setCurl] = useState({ of: "", is: "" });
  const change = (f: api.Form) => dispatch({ do: "form", route: id, form: f });
  const said = { workflow: route.workflow, entry: route.entry, form: unread(form) };
  const submit = async () => {
    setSending(true);
    await send(route, form);
    setSending(false);
  };
  const other = state.execution && !own && (!answer || answer.status > 0);
  const serving = state.project?.running.serving ?? false;
  return (
    <form onSubmit={(e) => (e.preventDefault(), void submit())}>
      <h3><span className="method">{form.method}</span> {form.path}</h3>
      {form.fields.map((f, i) => !(form.free && f.in === "body") && (
        <Field key={f.in + f.name} blank={f} change={(more) => change({ ...form, fields: form.fields.map((g, j) => (i === j ? { ...g, ...more } : g)) })} />
      ))}
      {form.headers.map((h, i) => (
        <label className="field" key={h.name}><span>{h.name} <small>header</small></span>
          <input value={h.value} spellCheck={false} onChange={(e) => change({ ...form, headers: form.headers.map((g, j) => (i === j ? { ...g, value: e.target.value } : g)) })} />
        </label>
      ))}
      {form.user && (
        <label className="field"><span>user and password <small>basic authentication</small></span>
          <input value={form.user} spellCheck={false} onChange={(e) => change({ ...form, user: e.target.value })} />
        </label>
      )}
      <FreeBody form={form} change={change} />
      {form.signed && <p className="hint">Studio signs it as its sender does.</p>}
      <div className="actions">
        <button className="primary" type="submit" disabled={!serving || sending}>{sending ? (state.project?.running.building ? "Building …" : "Sending …") : "Send"}</button>
        <button type="button" onClick={() => void api.post<{ curl: string }>("/api/curl", said).then((c) => setCurl({ of: JSON.stringify(said), is: c.curl }), () => undefined)}>As curl</button>
      </div>
      {!state.project?.log && !form.free && <KeptRequests route={route} form={unread(form)} fill={(f) => change(merged(route.form, f))} />}
      <Kept names={state.project?.kept ?? []} />
      {!serving && <p className="hint">{state.project?.log ? "A log is shown: nothing runs." : "The server does not run: " + (causesOf(state).map((c) => c.text).join(", ") || "the terminal says why") + "."}</p>}
      {curl.is && curl.of === JSON.stringify(said) && <div className="values"><h4>curl <Copy text={curl.is} what="the curl line" /></h4><pre tabIndex={0}>{curl.is}</pre></div>}
      <div aria-live="polite">
        {!sending && other && <Other state={state} answer={answer} route={route} />}
        {!sending && answer && !other && <><Stale state={state} answer={answer} /><Answer answer={answer} />{own && <><Late execution={state.execution!} /><Times state={state} execution={state.execution!} /></>}</>}
      </div>
    </form>
  );
}

function Kept({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return <p className="hint">From earlier answers: {names.map((n) => <code key={n}>{"{{" + n + "}}"}</code>)}</p>;
}
