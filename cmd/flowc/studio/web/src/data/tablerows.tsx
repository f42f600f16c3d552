import { useState } from "../lib";
import { rows, type DataFolder, type DataTable, type Rows } from "../api/tables";
import { Grid, sizeOf } from "../parts/grid";

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
        {shown && <span className="hint">{sizeOf(shown)}</span>}
        {!table.rows && <button onClick={read}>{shown ? "Read again" : "Show rows"}</button>}
        {shown && <button aria-label="Close the rows" onClick={() => show(null)}>×</button>}
      </div>
      {table.rows && <p className="hint">Rows are not shown: {table.rows}.</p>}
      {failed && <p className="failure" role="alert">{failed}</p>}
      {shown && <Grid shown={shown} />}
    </section>
  );
}
