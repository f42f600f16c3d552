import { useRef, useState } from "../lib";
import * as api from "../api/api";
import { KeptRequests } from "./kept";
import { routeKey, type State } from "../model/model";
import { bodyOf, Copy, Status, Values } from "../parts/parts";
import { Chosen, ChooseFile, unread } from "./upload";
import { causesOf } from "../model/causes";
import { showExecution, type Dispatch } from "../model/store";
import { clock, duration, parsed, pretty, statusText } from "../model/text";

export function Run({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const routes = (state.project?.routes ?? []).filter((r) => r.workflow === state.open);
  const [chosen, choose] = useState(0);
  const route = routes[Math.min(chosen, routes.length - 1)];
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
  const answer = state.answers[id];
  const [sending, setSending] = useState(false);
  const [curl, setCurl] = useState({ of: "", is: "" });
  const change = (f: api.Form) => dispatch({ do: "form", route: id, form: f });
  const body = { workflow: route.workflow, entry: route.entry, form };
  const said = { ...body, form: unread(form) };
  const send = async () => {
    setSending(true);
    dispatch({ do: "execution", execution: null, follow: true });
    const answer = await api.post<api.Answered>("/api/send", body).catch((e: Error) => unsent(e.message));
    dispatch({ do: "answer", route: id, answer });
    setSending(false);
  };
  const other = answer?.status && state.execution && !isOf(state.execution, route, answer);
  const serving = state.project?.running.serving ?? false;
  return (
    <form onSubmit={(e) => (e.preventDefault(), void send())}>
      <h3><span className={"method " + form.method.toLowerCase()}>{form.method}</span> {form.path}</h3>
      {form.fields.map((f, i) => (
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
      {form.signed && <p className="hint">Studio signs it as its sender does.</p>}
      <div className="actions">
        <button className="primary" type="submit" disabled={!serving || sending}>{sending ? (state.project?.running.building ? "Building …" : "Sending …") : "Send"}</button>
        <button type="button" onClick={() => void api.post<{ curl: string }>("/api/curl", said).then((c) => setCurl({ of: JSON.stringify(said), is: c.curl }), () => undefined)}>As curl</button>
      </div>
      {!state.project?.log && <KeptRequests route={route} form={unread(form)} fill={(f) => change(merged(route.form, f))} />}
      <Kept names={state.project?.kept ?? []} />
      {!serving && <p className="hint">{state.project?.log ? "A log is shown: nothing runs." : "The server does not run: " + (causesOf(state).map((c) => c.text).join(", ") || "the terminal says why") + "."}</p>}
      {curl.is && curl.of === JSON.stringify(said) && <div className="values"><h4>curl <Copy text={curl.is} what="the curl line" /></h4><pre tabIndex={0}>{curl.is}</pre></div>}
      <div aria-live="polite">{answer && !sending && (other ? <Other state={state} answer={answer} route={route} /> : <><Stale state={state} answer={answer} /><Answer answer={answer} /></>)}</div>
    </form>
  );
}

// unsent is what is shown where studio itself has not answered.
const unsent = (why: string): api.Answered => ({ status: 0, headers: null, body: "", cut: false, hidden: [], kept: [], sent: "", duration: 0, error: "not sent: " + why });

// merged is the form as the route has it now, with what was filled in before.
function merged(now: api.Form, before: api.Form | undefined): api.Form {
  if (!before) return now;
  const filled = (f: api.Blank): api.Blank => {
    const b = before.fields.find((g) => g.name === f.name && g.in === f.in && g.type === f.type);
    return { ...f, example: b?.example ?? f.example, ...(b?.file ? { file: b.file } : {}) };
  };
  return {
    ...now, fields: now.fields.map(filled), user: before.user || now.user,
    headers: now.headers.map((h) => before.headers.find((b) => b.name === h.name) ?? h),
  };
}

type Filled = { example?: unknown; file?: api.Upload | null };

function Field({ blank: f, change }: { blank: api.Blank; change: (more: Filled) => void }) {
  const text = typeof f.example === "string" ? f.example : pretty(f.example);
  const isText = f.type.startsWith("string") || f.type.startsWith("time") || f.type.startsWith("duration") || f.type.startsWith("bytes");
  const valueOf = (next: string) => (isText || next.startsWith("{{") ? next : (parsed(next) ?? next));
  const [last, setLast] = useState(text);
  const typed = JSON.stringify(valueOf(last)) === JSON.stringify(f.example) ? last : text; // as it was typed, while it means what is sent
  const lines = useRef(false); // once it has several it stays as large: nothing that is typed into goes away
  lines.current ||= text.includes("\n");
  const typing = (next: string) => {
    setLast(next);
    change({ example: valueOf(next) });
  };
  if (f.file) return <Chosen blank={f} away={() => change({ file: null })} />;
  return (
    <label className="field">
      <span>{f.name}{f.required && <abbr title="required">*</abbr>} <small>{f.type}{f.in !== "body" && ", " + f.in}</small></span>
      {lines.current ? <textarea rows={4} value={typed} spellCheck={false} onChange={(e) => typing(e.target.value)} />
        : <input type={f.hidden && !typed.startsWith("{{") ? "password" : "text"} autoComplete="off" value={typed} spellCheck={false} onChange={(e) => typing(e.target.value)} />}
      {f.type === "file" && <ChooseFile name={f.name} chosen={(file) => change({ file })} />}
      {f.doc && <small>{f.doc}</small>}
    </label>
  );
}

function Kept({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return <p className="hint">Kept: {names.map((n) => <code key={n}>{"{{" + n + "}}"}</code>)}</p>;
}

const slack = 20; // ms between two clocks of one machine

// isOf reports whether an execution is the one that gave an answer, as far as its records have come.
function isOf(x: api.Execution, route: api.Route, a: api.Answered): boolean {
  const after = Date.parse(x.began) - Date.parse(a.sent);
  return (x.method === "" || x.method === route.method) && (x.status === a.status || x.status === 0) && after >= -slack && after <= a.duration / 1e6 + slack;
}

// Other says that the canvas shows another request than the one that was answered here, which can be shown again.
function Other({ state, answer: a, route }: { state: State; answer: api.Answered; route: api.Route }) {
  const x = state.execution!;
  const mine = state.watched?.list.find((w) => w.workflow === x.workflow && isOf(w, route, a));
  return (
    <section className="answer other" aria-label="Answer">
      <p>The canvas shows another request: {x.method} {x.path} at {clock(x.began)}{x.status > 0 && <>, answered <Status status={x.status} text={statusText(x.status)} /></>}.</p>
      {mine && <button type="button" onClick={() => void showExecution(mine.id, state.open)}>Show the one sent here at {clock(a.sent)}</button>}
    </section>
  );
}

// Stale says, above a route that is not found, that what runs is not what was written, and why.
function Stale({ state, answer: a }: { state: State; answer: api.Answered }) {
  const p = state.project;
  const causes = causesOf(state);
  if (!p?.running.stale || (a.status !== 404 && a.status !== 405)) return null;
  return (
    <div className="warned" role="status">
      What was saved since {clock(p.running.since)} does not run yet{causes.length > 0 ? ": " + causes.map((c) => c.text).join(", ") : ""}.
      {causes[0]?.go && <button type="button" className="link" onClick={causes[0].go}>{causes[0].link}</button>}
    </div>
  );
}

function Answer({ answer: a }: { answer: api.Answered }) {
  if (!a.status) return <p className="failure" role="alert">{a.error}</p>;
  const location = a.headers?.["Location"]?.[0];
  return (
    <section className="answer" aria-label="Answer">
      <h3><Status status={a.status} text={statusText(a.status)} /> <small>{duration(a.duration)}</small></h3>
      {location && <p className="hint">It sends the caller on to {location}; studio does not follow.</p>}
      {a.kept.length > 0 && <p className="hint">Kept for later requests: {a.kept.map((n) => <code key={n}>{"{{" + n + "}}"}</code>)}</p>}
      {a.body && <Values title={a.cut ? "Body, its first MiB" : "Body"} value={bodyOf(a.body)} hidden={a.hidden} />}
      {a.error && <p className="failure">{a.error}</p>}
      <details><summary>Headers</summary>
        <dl>{Object.entries(a.headers ?? {}).map(([k, v]) => <div key={k}><dt>{k}</dt><dd>{v.join(", ")}</dd></div>)}</dl>
      </details>
    </section>
  );
}
