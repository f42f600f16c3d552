// What the page is told of tables, and where their drawing stands.
import { call, get } from "./api";

export type TableUse = { key: string; node: string; verb: string };
export type TableColumn = {
  name: string;
  type: string;
  nullable: boolean;
  unique: boolean;
  hidden: boolean; // no value of it is shown
  refers: { table: string; column: string } | null;
};
export type DataTable = { name: string; view: boolean; key: string[]; columns: TableColumn[]; read: TableUse[]; changed: TableUse[]; rows: string };
// DataFolder is a folder of workflows; fixed is why no migration can be written there.
export type DataFolder = { dir: string; engines: string[]; tables: DataTable[]; migrations: string[]; fixed: string; types: string[] };
export type Cell = { kind: "null" | "hidden" | "bytes" | "value"; text: string; length: number };
export type Rows = { columns: string[]; rows: Cell[][]; more: boolean; order: string[]; took: number };
export type NewColumn = { name: string; type: string; null: boolean; unique: boolean; refers: string };
export type NewMigration = { dir: string; table: string; begin: boolean; columns: NewColumn[] };

export const data = () => get<DataFolder[]>("/api/data");
const post = async <T>(path: string, body: unknown): Promise<T> => (await call(path, { method: "POST", body: JSON.stringify(body) })).json() as Promise<T>;
export const rows = (dir: string, table: string) => post<Rows>("/api/rows", { dir, table });
// Tried is what is known of a node's statement before it is tried: refused is why it can't be, or "".
export type Tried = { parameters: { ref: string; type: string; hidden: boolean }[]; refused: string };
type Of = { key: string; text: string; node: string };
export const statement = ({ key, text, node }: Of) => post<Tried>("/api/statement", { key, text, node });
export const tryOut = ({ key, text, node }: Of, values: (string | null)[]) => post<Rows>("/api/trial", { key, text, node, values });
export const migrate = (m: NewMigration) => post<{ files: string[] }>("/api/migration", m);

export const boxWidth = 224;
export const rowHeight = 26;
export const headHeight = 38;
const [gapX, gapY, edge] = [72, 36, 32];
export const boxHeight = (t: DataTable): number => headHeight + t.columns.length * rowHeight + 8;

export type Placed = { table: DataTable; x: number; y: number };
export type Line = { from: string; to: string; path: string };

// place stands what refers right of what it refers to, and the others where there is room.
export function place(tables: DataTable[]): { placed: Placed[]; lines: Line[]; width: number; height: number } {
  const bound = new Set(tables.flatMap((t) => t.columns.flatMap((c) => (c.refers ? [t.name, c.refers.table] : []))));
  const filled: number[] = [];
  const placed: Placed[] = [];
  const put = (t: DataTable, column: number) => {
    const y = filled[column] ?? edge;
    placed.push({ table: t, x: edge + column * (boxWidth + gapX), y });
    filled[column] = y + boxHeight(t) + gapY;
  };
  for (const t of tables) if (bound.has(t.name)) put(t, depth(t, tables, []));
  const wide = Math.max(filled.length, 3);
  for (const t of tables) {
    if (bound.has(t.name)) continue;
    const heights = Array.from({ length: wide }, (_, i) => filled[i] ?? edge);
    put(t, heights.indexOf(Math.min(...heights)));
  }
  const height = Math.max(edge, ...Object.values(filled)) - gapY + edge;
  const width = Math.max(0, ...placed.map((p) => p.x + boxWidth)) + edge * 2;
  return { placed, lines: lines(placed), width, height };
}

function depth(t: DataTable, all: DataTable[], seen: string[]): number {
  if (seen.includes(t.name)) return 0;
  const parents = all.filter((p) => p !== t && t.columns.some((c) => c.refers?.table === p.name));
  return parents.length === 0 ? 0 : 1 + Math.max(...parents.map((p) => depth(p, all, [...seen, t.name])));
}

function lines(placed: Placed[]): Line[] {
  const rowOf = (p: Placed, column: string) => p.y + headHeight + 4 + (Math.max(0, p.table.columns.findIndex((c) => c.name === column)) + 0.5) * rowHeight;
  return placed.flatMap((child) =>
    child.table.columns.flatMap((c) => {
      const parent = c.refers && placed.find((p) => p.table.name === c.refers!.table);
      if (!c.refers || !parent) return [];
      const [y1, y2] = [rowOf(parent, c.refers.column), rowOf(child, c.name)];
      const right = parent.x + boxWidth;
      const far = child.x > parent.x ? child.x : child.x + boxWidth;
      const turn = Math.max(right, child.x > parent.x ? right : far) + gapX / 2 - 12 + (placed.indexOf(parent) % 4) * 6;
      return [{ from: parent.table.name, to: child.table.name, path: `M${right} ${y1} H${turn} V${y2} H${far}` }];
    }),
  );
}
