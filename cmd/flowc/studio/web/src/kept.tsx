import { useEffect, useState } from "./lib";
import type { Form, Route } from "./api";
import * as ask from "./ask";

// KeptRequests are the requests that stand in a file beside the workflow: filled in by a click, and kept under a name.
// What is secret in them stays {{name}}.
export function KeptRequests({ route, form, fill }: { route: Route; form: Form; fill: (f: Form) => void }) {
  const [list, setList] = useState<ask.KeptRequest[]>([]);
  const [name, setName] = useState("");
  const [said, say] = useState("");
  useEffect(() => {
    void ask.keptRequests(route.workflow).then((r) => setList(r.requests ?? []), () => undefined);
  }, [route.workflow]);
  const mine = list.filter((r) => r.entry === route.entry);
  const write = async (next: ask.KeptRequest[], done: string) => {
    try {
      const { file } = await ask.keepRequests(route.workflow, next);
      setList(next);
      setName("");
      say(done + " " + file);
    } catch (e) {
      say((e as Error).message);
    }
  };
  const others = (n: string) => list.filter((r) => r.entry !== route.entry || r.name !== n);
  return (
    <div className="kept">
      {mine.length > 0 && (
        <ul aria-label="Kept requests">
          {mine.map((r) => (
            <li key={r.name}>
              <button type="button" className="link" onClick={() => fill(r.form)}>{r.name}</button>
              <button type="button" className="link" aria-label={"forget the request " + r.name} onClick={() => void write(others(r.name), "Taken out of")}>✕</button>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <input
          value={name} placeholder="keep it as …" aria-label="Name of the request" autoComplete="off" spellCheck={false} onChange={(e) => setName(e.target.value)}
          onKeyDown={(e) => e.key === "Enter" && (e.preventDefault(), name.trim() && void write([...others(name.trim()), { name: name.trim(), entry: route.entry, form }], "Kept in"))}
        />
        <button type="button" disabled={name.trim() === ""} onClick={() => void write([...others(name.trim()), { name: name.trim(), entry: route.entry, form }], "Kept in")}>Keep</button>
      </div>
      {said && <p className="hint" role="status">{said}</p>}
    </div>
  );
}
