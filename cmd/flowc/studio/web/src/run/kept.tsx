import { useEffect, useRef, useState } from "../lib";
import type { Form, Route } from "../api/api";
import * as ask from "../api/ask";

// KeptRequests are the requests that stand in a file beside the workflow: filled in by a click, and kept under a name.
// What is secret in them stays {{name}}.
export function KeptRequests({ route, form, fill }: { route: Route; form: Form; fill: (f: Form) => void }) {
  const [list, setList] = useState<ask.KeptRequest[]>([]);
  const [name, setName] = useState("");
  const [said, say] = useState("");
  const written = useRef<Promise<ask.KeptRequest[]>>(Promise.resolve([])); // what the file has after what was asked last
  useEffect(() => {
    written.current = ask.keptRequests(route.workflow).then((r) => r.requests ?? []);
    void written.current.then(setList, () => undefined);
  }, [route.workflow]);
  const mine = list.filter((r) => r.entry === route.entry);
  // write changes the file from what it has then: one request after the other, and none before the file is read.
  const write = (change: (list: ask.KeptRequest[]) => ask.KeptRequest[], done: string) => {
    const before = written.current.catch(() => ask.keptRequests(route.workflow).then((r) => r.requests ?? []));
    written.current = before.then(async (have) => {
      const next = change(have);
      const { file } = await ask.keepRequests(route.workflow, next);
      setList(next);
      say(done + " " + file);
      return next;
    });
    written.current.catch((e: Error) => say(e.message));
    return written.current;
  };
  const without = (have: ask.KeptRequest[], n: string) => have.filter((r) => r.entry !== route.entry || r.name !== n);
  const forget = (n: string) => void write((have) => without(have, n), "Taken out of");
  const keep = () => {
    const kept = { name: name.trim(), entry: route.entry, form };
    if (kept.name === "") return;
    setName("");
    write((have) => [...without(have, kept.name), kept], "Kept in").catch(() => setName((typed) => typed || kept.name));
  };
  return (
    <div className="kept">
      {mine.length > 0 && (
        <ul aria-label="Kept requests">
          {mine.map((r) => (
            <li key={r.name}>
              <button type="button" className="link" onClick={() => fill(r.form)}>{r.name}</button>
              <button type="button" className="link" aria-label={"forget the request " + r.name} onClick={() => forget(r.name)}>✕</button>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <input
          value={name} placeholder="Keep this request as …" aria-label="Name of the request" autoComplete="off" spellCheck={false} onChange={(e) => setName(e.target.value)}
          onKeyDown={(e) => e.key === "Enter" && (e.preventDefault(), keep())}
        />
        <button type="button" disabled={name.trim() === ""} onClick={keep}>Keep</button>
      </div>
      {said && <p className="hint" role="status">{said}</p>}
    </div>
  );
}
