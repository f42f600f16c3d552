import { useState } from "../lib";
import { migrate, type DataFolder, type DataTable, type NewColumn } from "../api/tables";

type Drawn = { folder: DataFolder; table: DataTable | undefined; done: (table: string) => void };

const blank = (type: string): NewColumn => ({ name: "", type, null: false, unique: false, refers: "" });

// NewColumns writes the next migration of each engine: of a table, or of columns of one that is there.
export function NewColumns({ folder, table, done }: Drawn) {
  const [name, setName] = useState("");
  const [list, setList] = useState<NewColumn[]>([blank(folder.types[0]!)]);
  const [failed, fail] = useState("");
  const change = (i: number, part: Partial<NewColumn>) => setList(list.map((c, k) => (k === i ? { ...c, ...part } : c)));
  const write = () => {
    const m = { dir: folder.dir, table: table?.name ?? name.trim(), begin: !table, columns: list.filter((c) => c.name.trim() !== "") };
    void migrate(m).then(() => done(m.table), (e: Error) => fail(e.message));
  };
  return (
    <form className="table-panel new-columns" aria-label={table ? "New column of " + table.name : "New table"} onSubmit={(e) => (e.preventDefault(), write())}>
      <h2>{table ? "New column of " + table.name : "New table"}</h2>
      {!table && <label className="field">Name <input autoFocus value={name} placeholder="orders" spellCheck={false} autoComplete="off" onChange={(e) => (setName(e.target.value), fail(""))} /></label>}
      {!table && <p className="hint">It has a key <code>id</code>, which counts up.</p>}
      <ul>
        {list.map((c, i) => <Row key={i} column={c} number={i + 1} folder={folder} first={!!table && i === 0} change={(part) => (change(i, part), fail(""))} drop={list.length > 1 ? () => setList(list.filter((_, k) => k !== i)) : undefined} />)}
      </ul>
      <button type="button" className="link" onClick={() => setList([...list, blank(folder.types[0]!)])}>+ Column</button>
      {failed && <p className="failure" role="alert">{failed}</p>}
      <div className="actions">
        <button className="primary" type="submit" disabled={(!table && name.trim() === "") || list.every((c) => c.name.trim() === "")}>Write the migration</button>
        <button type="button" onClick={() => done("")}>Cancel</button>
      </div>
      <p className="hint">An embedded database runs it when the server starts again.{table && " Rows that are there get an empty value, or null."}</p>
    </form>
  );
}

type OfRow = { column: NewColumn; number: number; folder: DataFolder; first: boolean; change: (part: Partial<NewColumn>) => void; drop: (() => void) | undefined };

function Row({ column: c, number, folder, first, change, drop }: OfRow) {
  const keyed = folder.tables.filter((t) => t.key.length === 1);
  const refer = (name: string) => {
    const key = keyed.find((t) => t.name === name);
    const type = key?.columns.find((k) => k.name === key.key[0])?.type.toLowerCase() ?? "";
    change(name === "" ? { refers: "" } : { refers: name, type: /int|serial/.test(type) ? "integer" : "text" });
  };
  return (
    <li>
      <div className="pair">
        <input autoFocus={first} aria-label={"Name of column " + number} placeholder="name" value={c.name} spellCheck={false} autoComplete="off" onChange={(e) => change({ name: e.target.value })} />
        <select aria-label={"Type of column " + number} value={c.type} disabled={c.refers !== ""} onChange={(e) => change({ type: e.target.value })}>{folder.types.map((t) => <option key={t}>{t}</option>)}</select>
      </div>
      <div className="pair">
        <label><input type="checkbox" checked={c.null} onChange={(e) => change({ null: e.target.checked })} /> may be null</label>
        <label><input type="checkbox" checked={c.unique} onChange={(e) => change({ unique: e.target.checked })} /> unique</label>
        {drop && <button type="button" className="link" aria-label={"Remove column " + number} onClick={drop}>×</button>}
      </div>
      {keyed.length > 0 && (
        <label className="pair">refers to
          <select aria-label={"Table that column " + number + " refers to"} value={c.refers} onChange={(e) => refer(e.target.value)}><option value="">nothing</option>{keyed.map((t) => <option key={t.name}>{t.name}</option>)}</select>
        </label>
      )}
    </li>
  );
}
