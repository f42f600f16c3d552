import { useState } from "../lib";
import * as ask from "../api/ask";

// Catching says which calls are caught, and what they are answered with.
export function Catching({ box, setBox }: { box: ask.Outbox; setBox: (box: ask.Outbox) => void }) {
  const caught = box.variables.filter((v) => v.caught);
  return (
    <section className="catching" aria-label="What is caught">
      <h2>What is caught</h2>
      <p className="hint">Studio puts an address of its own in place of these variables. An address that is written out in a workflow can't be caught: make it a variable.</p>
      {box.variables.length === 0 && <p className="empty">No workflow calls an address that a variable holds.</p>}
      <ul>
        {box.variables.map((v) => (
          <li key={v.name}>
            <label className="check"><input type="checkbox" checked={v.caught} onChange={(e) => void ask.catchCalls(v.name, { caught: e.target.checked }).then(setBox)} /> <code>{v.name}</code></label>
            <small>{v.caught ? (v.set ? "Set, and caught all the same." : "Not set, so it is caught.") : v.set ? "Set: calls go out." : "Not set."}</small>
          </li>
        ))}
      </ul>
      {caught.map((v) => <Answer key={v.name + v.answer.status + v.answer.body} variable={v} setBox={setBox} />)}
    </section>
  );
}

function Answer({ variable: v, setBox }: { variable: ask.Catchable; setBox: (box: ask.Outbox) => void }) {
  const [status, setStatus] = useState(String(v.answer.status));
  const [body, setBody] = useState(v.answer.body);
  const [failed, fail] = useState("");
  const changed = status !== String(v.answer.status) || body !== v.answer.body;
  const set = () => ask.catchCalls(v.name, { answer: { status: Number(status), body } }).then(setBox, (e: Error) => fail(e.message));
  return (
    <form aria-label={"What calls to " + v.name + " are answered with"} onSubmit={(e) => (e.preventDefault(), void set())}>
      <h3>Answers to <code>{v.name}</code></h3>
      <label className="field">Status <input value={status} inputMode="numeric" onChange={(e) => setStatus(e.target.value)} /></label>
      <label className="field"><span>Body <small>JSON</small></span><textarea rows={2} value={body} spellCheck={false} onChange={(e) => setBody(e.target.value)} /></label>
      <p className="hint">Try 500 to see what happens when the other side is down.</p>
      {failed && <p className="failure" role="alert">{failed}</p>}
      <button type="submit" disabled={!changed}>Save the answer</button>
    </form>
  );
}
