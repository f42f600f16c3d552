// The signs of tables and columns: path data, drawn as icons of nodes are.
const signs = {
  table: ["M5.5 4.5h13A1.5 1.5 0 0 1 20 6v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6a1.5 1.5 0 0 1 1.5-1.5", "M4 9.5h16", "M10 9.5v10"],
  key: ["M8 11.5a4 4 0 1 0 0 8a4 4 0 1 0 0 -8", "M11 12.5l8.5-8.5", "M16 7.5l2.8 2.8"],
  link: ["M10 14a4.2 4.2 0 0 0 6.2.3l2.6-2.6a4.2 4.2 0 0 0-6-6l-1.4 1.4", "M14 10a4.2 4.2 0 0 0-6.2-.3l-2.6 2.6a4.2 4.2 0 0 0 6 6l1.4-1.4"],
  lock: ["M7.5 11h9A1.5 1.5 0 0 1 18 12.5v6a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 18.5v-6A1.5 1.5 0 0 1 7.5 11", "M8.5 11V8a3.5 3.5 0 0 1 7 0v3"],
} as const;

export function Sign({ of }: { of: keyof typeof signs }) {
  return <svg className={"sign " + of} viewBox="0 0 24 24" aria-hidden="true">{signs[of].map((d) => <path key={d} d={d} />)}</svg>;
}
