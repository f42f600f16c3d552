import { useState } from "../lib";
import type { Variable } from "../api/ask";
import { isMissing } from "../model/causes";
import type { State } from "../model/model";
import { SetVariable } from "./setvariable";
import { open } from "../model/store";

// Environment lists the environment variables: who reads each, whether it is set and where; never what it is.
export function Environment({ state }: { state: State }) {
  const [chosen, choose] = useState("");
  const [unset, only] = useState(false);
  if (!state.kit) return <main className="environment" aria-busy="true" />;
  const all = state.kit.env ?? [];
  const missing = all.filter(isMissing);
  const shown = unset ? missing : all;
  const groups: [string, Variable[]][] = [
    ["Read by workflows", shown.filter((v) => v.uses.length > 0)],
    ["Read by the server", shown.filter((v) => v.uses.length === 0 && v.server)],
    ["In dotenv files", shown.filter((v) => v.uses.length === 0 && !v.server)],
  ];
  const one = all.find((v) => v.name === chosen);
  return (
    <main className="environment">
      <section>
        <div className="heading">
          <h1>Environment</h1> <span className="faint">{all.length}</span> <span className="grow" />
          <button aria-pressed={!unset} onClick={() => only(false)}>All</button>
          <button aria-pressed={unset} onClick={() => only(true)}>Not set <span className="tally">{missing.length}</span></button>
        </div>
        <table>
          <colgroup><col className="name" /><col /><col className="standing" /><col className="from" /><col className="change" /></colgroup>
          <thead><tr><th scope="col">Name</th><th scope="col">Read by</th><th scope="col">State</th><th scope="col">From</th><th scope="col"><span className="unseen">Change</span></th></tr></thead>
          {groups.map(([title, list]) => list.length > 0 && <Group key={title} title={title} list={list} chosen={chosen} choose={choose} state={state} />)}
        </table>
        {shown.length === 0 && <p className="empty">{unset ? "All that must be set is set." : "No workflow reads a variable."}</p>}
      </section>
      {one && <SetVariable key={one.name} variable={one} done={() => choose("")} />}
    </main>
  );
}

type Listed = { title: string; list: Variable[]; chosen: string; choose: (name: string) => void; state: State };

function Group({ title, list, chosen, choose, state }: Listed) {
  return (
    <tbody>
      <tr className="group"><th scope="rowgroup" colSpan={5}>{title} <span className="faint">{list.length}</span></th></tr>
        {list.map((v) => (
          <tr key={v.name} aria-current={v.name === chosen || undefined}>
            <td><code>{v.name}</code></td>
            <td><Readers variable={v} state={state} />{v.doc && <small>{v.doc}</small>}</td>
            <td><Standing variable={v} /></td>
            <td className="from">{v.set ? (v.from === "environment" ? "the shell" : v.from) : v.default}</td>
            <td>{v.fixed ? <small>read only: {v.fixed}</small> : <button onClick={() => choose(v.name)} aria-label={(v.set ? "Change " : "Set ") + v.name}>{v.set ? "Change" : "Set"}</button>}</td>
          </tr>
        ))}
    </tbody>
  );
}

function Readers({ variable, state }: { variable: Variable; state: State }) {
  const keys = [...new Set(variable.uses.map((u) => u.key))];
  if (keys.length === 0) return variable.server ? null : <span className="faint">no workflow</span>; // the group says of the server's
  const nameOf = (key: string) => state.project?.workflows.find((w) => w.key === key)?.name ?? key;
  return (
    <>
      {keys.slice(0, 3).map((key, i) => <span key={key}>{i > 0 && ", "}<button className="link" onClick={() => open(key)}>{nameOf(key)}</button></span>)}
      {keys.length > 3 && <span> and {keys.length - 3} more</span>}
    </>
  );
}

function Standing({ variable }: { variable: Variable }) {
  if (variable.set) return <span className="state set"><span aria-hidden="true">✓ </span>set</span>;
  if (isMissing(variable)) return <span className="state missing"><span aria-hidden="true">○ </span>not set</span>;
  return <span className="state">{variable.default ? "default" : "not set"}</span>;
}
