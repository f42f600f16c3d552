import { memo, useMemo } from "../lib";
import { Sign } from "../parts/sign";
import { boxWidth, place, type DataTable, type TableColumn } from "../api/tables";

type Drawn = { tables: DataTable[]; chosen: string; choose: (name: string) => void };

// Diagram draws tables with their columns, and foreign keys as lines.
export const Diagram = memo(function Diagram({ tables, chosen, choose }: Drawn) {
  const { placed, lines, width, height } = useMemo(() => place(tables), [tables]);
  return (
    <div className="diagram" tabIndex={0} aria-label="Diagram" role="region">
      <div className="sheet" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          {lines.map((l, i) => <path key={i} d={l.path} className={l.from === chosen || l.to === chosen ? "chosen" : undefined} />)}
        </svg>
        {placed.map(({ table, x, y }) => (
          <button key={table.name} className="table-box" aria-pressed={table.name === chosen} style={{ left: x, top: y, width: boxWidth }} onClick={() => choose(table.name)}>
            <span className="cap"><Sign of="table" /><b>{table.name}</b>{table.view && <small>view</small>}</span>
            {table.columns.map((c) => <Column key={c.name} table={table} column={c} />)}
          </button>
        ))}
      </div>
    </div>
  );
});

function Column({ table, column: c }: { table: DataTable; column: TableColumn }) {
  const sign = c.refers ? "link" : table.key.includes(c.name) ? "key" : c.hidden ? "lock" : null;
  return (
    <span className="column">
      <span className="mark-of">{sign && <Sign of={sign} />}</span>
      <code>{c.name}</code>
      <small>{typeOf(table, c)}</small>
    </span>
  );
}

export const typeOf = (t: DataTable, c: TableColumn): string => (c.type.toLowerCase() || "any") + (c.unique && t.key.join() !== c.name ? ", unique" : "");
