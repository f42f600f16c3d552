import type { Cell, Rows } from "../api/tables";

// sizeOf is how many rows there are, and how long it took to read them.
export const sizeOf = (r: Rows): string => (r.more ? "the first " : "") + (r.rows.length === 1 ? "1 row" : r.rows.length + " rows") + ", " + Math.max(1, Math.round(r.took)) + " ms";

// Grid is rows that were read: what is hidden in them was never read.
export function Grid({ shown }: { shown: Rows }) {
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
