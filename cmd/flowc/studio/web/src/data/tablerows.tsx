import { useState } from "../lib";
import { rows, type Cell, type DataFolder, type DataTable, type Rows } from "../api/tables";

// TableRows shows the rows of a table once a person asks for them, and again where they ask again; nothing else asks.
export function TableRows({ folder, table }: { folder: DataFolder; table: DataTable }) {
  const [shown, show] = useState<Rows | null>(null);
  const [failed, fail] = useState("");
  const read = () => void rows(folder.dir, table.name).then((r) => (show(r), fail("")), (e: Error) => (show(null), fail(e.message)));
  return (
    <section className="table-rows" aria-label={"Rows of " + table.name}>
      <div className="heading">
        <h2>Rows of {table.name}</h2>
        <span className="hint">read only, 100 at most{table.key.length > 0 ? ", by " + table.key.join(", ") : ""}</span>
        <span className="grow" />
        {shown && <span className="hint">{said(shown)}</span>}
        {!table.rows && <button onClick={read}>{shown ? "Read again" : "Show rows"}</button>}
        {shown && <button aria-label="Close the rows" onClick={() => show(null)}>×</button>}
      </div>
      {table.rows && <p className="hint">Rows are not shown: {table.rows}.</p>}
      {failed && <p className="failure" role="alert">{failed}</p>}
      {shown && <Grid shown={shown} />}
    </section>
  );
}

const said = (r: Rows): string => (r.more ? "the first " : "") + (r.rows.length === 1 ? "1 row" : r.rows.length + " rows") + ", " + Math.max(1, Math.round(r.took)) + " ms";

function Grid({ shown }: { shown: Rows }) {
  if (shown.rows.length === 0) return <p className="empty">There is no row.</p>;
  return (
    <div className="grid" tabIndex={0} role="region" aria-label="Rows">
      <table>
        <thead><tr>{shown.columns.map((c) => <th key={c} scope="col">{c}</th>)}</tr></thead>
        <tbody>{shown.rows.map((r, i) => <tr key={i}>{r.map((c, k) => <td key={k}><Value cell={c} /></td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function Value({ cell: c }: { cell: Cell }) {
  switch (c.kind) {
    case "null":
      return <span className="faint">null</span>;
    case "hidden":
      return <span className="masked">hidden, {c.length === 1 ? "1 character" : c.length + " characters"}</span>;
    case "bytes":
      return <span className="faint">{c.length} bytes</span>;
    case "value":
      return <>{c.text}{c.length > 200 && <span className="faint" title={c.length + " characters"}> …</span>}</>;
  }
}
