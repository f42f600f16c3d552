import { useState } from "../lib";
import { CookieRows } from "./cookies";
import { FieldRows } from "./fields";
import { ListRows } from "./list";
import { Rows } from "./rows";
import type { Slot } from "./slot";
import { Typed } from "./typed";
import { TypeRows } from "./types";
import { VariantRows } from "./variants";

// tables are the shapes that are filled in as a table, by what of JSON they are.
const tables = { fields: FieldRows, types: TypeRows, cookies: CookieRows, list: ListRows, object: Rows, inputs: Rows, json: Rows } as const;
const kinds: Record<string, "array" | "object"> = { cookies: "array", list: "array" };

export const isTable = (shape: string): shape is keyof typeof tables => shape in tables;

// Entries is a table, or the same as JSON: as it was when the form was opened, so that no field goes while it is typed in.
export function Entries({ slot, label: name, shape }: { slot: Slot; label: string; shape: keyof typeof tables }) {
  const { value } = slot;
  const kind = kinds[shape] ?? "object";
  const [rows, setRows] = useState(value ? value.kind === kind : shape !== "json");
  const may = !value || value.kind === kind;
  const Table = slot.field.variants.length > 0 ? VariantRows : tables[shape];
  return (
    <>
      {rows && may ? <Table slot={slot} /> : <Typed slot={slot} pointer={slot.pointer} value={value} label={name} />}
      {may && <button className="link" onClick={() => setRows(!rows)}>{rows ? "as JSON" : "as fields"}</button>}
    </>
  );
}
