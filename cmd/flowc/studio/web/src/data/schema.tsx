import { useEffect, useState } from "../lib";
import { Diagram } from "./diagram";
import type { State } from "../model/model";
import { NewColumns } from "./newcolumns";
import { TableRows } from "./tablerows";
import { TablePanel } from "./tablepanel";
import { Sign } from "../parts/sign";
import { data, type DataFolder, type DataTable } from "../api/tables";

// Schema shows the tables of a project as the checker knows them, and of the chosen one its rows where a person asks for them.
export function Schema({ state }: { state: State }) {
  const [folders, setFolders] = useState<DataFolder[] | null>(null);
  const [dir, setDir] = useState("");
  const [chosen, choose] = useState("");
  const [drawn, draw] = useState<"" | "table" | "column">("");
  useEffect(() => void data().then(setFolders, () => undefined), [state.project]);
  if (!folders) return <main className="data" aria-busy="true" />;
  const folder = folders.find((f) => f.dir === dir) ?? folders.find((f) => f.tables.length > 0) ?? folders[0];
  if (!folder) return <main className="data"><section className="schema"><p className="empty">Begin a workflow first: tables stand beside it.</p></section></main>;
  const table = folder.tables.find((t) => t.name === chosen);
  const pick = (name: string) => (choose(name), draw(""));
  const wrote = (name: string) => (pick(name), void data().then(setFolders, () => undefined));
  return (
    <main className="data">
      <Tables folder={folder} chosen={chosen} choose={pick} begin={() => draw("table")} />
      <section className="schema" aria-label="Schema">
        <div className="heading">
          <h1>Schema</h1>
          <span className="hint">{folder.engines.join(" and ") || "No engine yet"}. {count(folder.tables)} in the checked schema.</span>
          <span className="grow" />
          {folders.length > 1 && <select aria-label="Folder" value={folder.dir} onChange={(e) => (setDir(e.target.value), pick(""))}>{folders.map((f) => <option key={f.dir}>{f.dir}</option>)}</select>}
        </div>
        {folder.tables.length === 0 ? <Empty folder={folder} /> : <Diagram tables={folder.tables} chosen={chosen} choose={pick} />}
        {table && <TableRows key={folder.dir + " " + table.name} folder={folder} table={table} />}
      </section>
      {drawn !== "" ? (
        <NewColumns key={drawn + chosen} folder={folder} table={drawn === "column" ? table : undefined} done={(name) => (name ? wrote(name) : draw(""))} />
      ) : table ? (
        <TablePanel folder={folder} table={table} state={state} add={() => draw("column")} />
      ) : (
        <Files folder={folder} />
      )}
    </main>
  );
}

const count = (tables: DataTable[]): string => (tables.length === 1 ? "One table" : tables.length + " tables");

function Empty({ folder }: { folder: DataFolder }) {
  return <p className="empty">{folder.fixed ? "There is no table. " + folder.fixed : "There is no table yet. New table writes the first migration."}</p>;
}

type Listed = { folder: DataFolder; chosen: string; choose: (name: string) => void; begin: () => void };

function Tables({ folder, chosen, choose, begin }: Listed) {
  const [text, find] = useState("");
  const found = folder.tables.filter((t) => t.name.toLowerCase().includes(text.toLowerCase()));
  return (
    <nav className="tables" aria-label="Tables">
      <input type="search" placeholder="Find a table" aria-label="Find a table" value={text} spellCheck={false} onChange={(e) => find(e.target.value)} />
      <ul>
        {found.map((t) => (
          <li key={t.name}>
            <button aria-current={t.name === chosen || undefined} onClick={() => choose(t.name)}><Sign of="table" /><span>{t.name}</span><small title={t.columns.length + " columns"}>{t.columns.length}</small></button>
          </li>
        ))}
      </ul>
      <button className="begin" disabled={folder.fixed !== ""} title={folder.fixed || undefined} onClick={begin}>+ New table</button>
      {folder.fixed && <p className="hint">{folder.fixed}</p>}
      <ul className="signs" aria-label="Signs">
        <li><Sign of="key" />key</li><li><Sign of="link" />foreign key</li><li><Sign of="lock" />values are hidden</li>
      </ul>
    </nav>
  );
}

function Files({ folder }: { folder: DataFolder }) {
  return (
    <aside className="table-panel" aria-label="Migrations">
      <h2>Migrations</h2>
      {folder.migrations.length === 0 ? <p className="hint">None yet.</p> : <ul>{folder.migrations.map((m) => <li key={m}><code>{m}</code></li>)}</ul>}
      <p className="hint">Choose a table to see which workflows read and change it, and its rows.</p>
    </aside>
  );
}
