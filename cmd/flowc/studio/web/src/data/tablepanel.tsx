import { typeOf } from "./diagram";
import type { State } from "../model/model";
import { openNode } from "../model/store";
import { Tile } from "../parts/tile";
import type { DataFolder, DataTable, TableUse } from "../api/tables";

type Shown = { folder: DataFolder; table: DataTable; state: State; add: () => void };

// TablePanel is about one table: its keys, who reads and changes it, its columns.
export function TablePanel({ folder, table, state, add }: Shown) {
  const refer = folder.tables.filter((t) => t !== table && t.columns.some((c) => c.refers?.table === table.name)).map((t) => t.name);
  return (
    <aside className="table-panel" aria-label={"Table " + table.name}>
      <h2>{table.name}</h2>
      <p className="hint">
        {table.key.length > 0 ? <>Key <code>{table.key.join(", ")}</code>.</> : table.view ? "A view." : "It has no key."}
        {refer.length > 0 && " " + (refer.length === 1 ? "One table refers" : refer.length + " tables refer") + " to it: " + refer.join(", ") + "."}
      </p>
      {!table.view && <div className="actions"><button disabled={folder.fixed !== ""} title={folder.fixed || undefined} onClick={add}>+ New column</button></div>}
      <Uses title="Read by" uses={table.read} state={state} />
      <Uses title="Changed by" uses={table.changed} state={state} />
      <h3>Columns</h3>
      <table>
        <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Null</th></tr></thead>
        <tbody>
          {table.columns.map((c) => (
            <tr key={c.name}>
              <td><code>{c.name}</code></td>
              <td>{typeOf(table, c)}{table.key.includes(c.name) && ", key"}{c.hidden && ", hidden"}{c.refers && <small> of {c.refers.table}</small>}</td>
              <td>{c.nullable && !table.key.includes(c.name) ? "may be" : "no"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}

// Uses lists nodes, by their workflows.
function Uses({ title, uses, state }: { title: string; uses: TableUse[]; state: State }) {
  return (
    <>
      <h3>{title} <span className="faint">{uses.length}</span></h3>
      {uses.length === 0 ? <p className="hint">No workflow.</p> : (
        <ul className="uses">
          {uses.map((u) => {
            const workflow = state.project?.workflows.find((w) => w.key === u.key);
            const route = state.project?.routes.find((r) => r.workflow === u.key);
            return (
              <li key={u.key + u.node + u.verb}>
                <button onClick={() => openNode(u.key, u.node)}>
                  <Tile type={state.kit?.entries?.[0] ?? ""} small /><span>{workflow?.name ?? u.key}</span>
                  {u.verb ? <span className="pill">{u.verb}</span> : <code>{route ? route.method + " " + route.path : u.node}</code>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
