import { useEffect, useState } from "../lib";
import * as ask from "../api/ask";
import { requestOf } from "../model/link";
import { routeKey, type State } from "../model/model";
import { dispatch } from "../model/now";
import { open } from "../model/store";
import { Copy, bodyOf } from "../parts/parts";
import { clock, pretty } from "../model/text";
import { Catching } from "./catching";

// Outbox shows the calls that did not leave the machine: mails as text, with their links, and other calls as they were sent.
export function Outbox({ state }: { state: State }) {
  const [box, setBox] = useState<ask.Outbox | null>(null);
  const [chosen, choose] = useState(0);
  useEffect(() => void ask.outbox().then(setBox, () => undefined), [state.caught, state.project]);
  if (!box) return <main className="outbox" aria-busy="true" />;
  const one = box.calls.find((c) => c.id === chosen) ?? box.calls[0];
  return (
    <main className="outbox">
      <section className="list" aria-label="Caught calls">
        <div className="heading">
          <h1>Outbox</h1> <span className="faint">{box.calls.length}</span> <span className="grow" />
          <button disabled={box.calls.length === 0} onClick={() => void ask.clearOutbox().then(setBox)}>Clear</button>
        </div>
        <ul>
          {box.calls.map((c) => (
            <li key={c.id}>
              <button aria-current={c === one} onClick={() => choose(c.id)}>
                <strong>{c.mail ? c.mail.subject || "(no subject)" : c.method + " " + c.path}</strong> <time>{clock(c.at)}</time>
                <span>{c.mail ? "to " + c.mail.to : sizeOf(c)}</span> <code>{c.variable}</code>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {one ? <Shown call={one} state={state} /> : <Nothing box={box} />}
      <Catching box={box} setBox={setBox} />
    </main>
  );
}

const sizeOf = (c: ask.Caught): string => (c.body === "" ? "no body" : c.body.length + " characters" + (c.cut ? " and more" : ""));

function Nothing({ box }: { box: ask.Outbox }) {
  const some = box.variables.some((v) => v.caught);
  return <section className="shown"><p className="empty">{some ? "Nothing was caught yet. Send a request that mails or calls." : "No call is caught. Choose on the right which are."}</p></section>;
}

function Shown({ call: c, state }: { call: ask.Caught; state: State }) {
  const [raw, show] = useState(false);
  return (
    <section className="shown" aria-label="Call">
      <h2>{c.mail ? c.mail.subject || "(no subject)" : c.method + " " + c.path}</h2>
      <dl>
        {c.mail && <><dt>To</dt><dd>{c.mail.to}</dd></>}
        <dt>Sent to</dt><dd><code>{c.variable}</code> {c.method} {c.path}</dd>
        <dt>Caught</dt><dd>{clock(c.at)}, answered with {c.status}</dd>
      </dl>
      {c.mail && <button aria-pressed={raw} onClick={() => show(!raw)}>{raw ? "As text" : "As sent"}</button>}
      {c.mail && !raw ? <Mail mail={c.mail} state={state} /> : <Sent call={c} />}
      <p className="hint">Nothing in it is loaded or run. Kept in memory only, the last 100.</p>
    </section>
  );
}

function Mail({ mail, state }: { mail: NonNullable<ask.Caught["mail"]>; state: State }) {
  return (
    <>
      <pre className="letter" tabIndex={0}>{mail.text}</pre>
      {mail.links.length > 0 && <h3>Links in this mail</h3>}
      <ul className="links">
        {mail.links.map((l) => (
          <li key={l}><code>{l}</code> <Copy text={l} what="link" /> <a href={l} target="_blank" rel="noreferrer noopener">Open</a> <InRun link={l} state={state} /></li>
        ))}
      </ul>
    </>
  );
}

// InRun fills a request of the project with what a link holds, where a route has its path.
function InRun({ link, state }: { link: string; state: State }) {
  const found = requestOf(link, state.project?.routes ?? []);
  if (!found) return null;
  const go = () => {
    dispatch({ do: "form", route: routeKey(found.route), form: found.form });
    open(found.route.workflow);
    dispatch({ do: "panel", panel: "run" });
  };
  return <button className="primary" onClick={go}>Use in Run</button>;
}

function Sent({ call: c }: { call: ask.Caught }) {
  return (
    <>
      <pre tabIndex={0}>{Object.entries(c.headers).flatMap(([name, values]) => values.map((v) => name + ": " + v)).join("\n")}</pre>
      <pre tabIndex={0}>{c.body === "" ? "(no body)" : pretty(bodyOf(c.body))}</pre>
    </>
  );
}
