import { Texts } from "../parts/texts";
import type { Slot } from "./slot";

// ListRows are the texts of a setting, one a row.
export function ListRows({ slot }: { slot: Slot }) {
  const { put, pointer, field: f } = slot;
  const items = (slot.value?.items ?? []).map((i) => String(i.value ?? ""));
  return <Texts name={f.name} items={items} known={f.enum} write={(list, join) => put(pointer, list.length === 0 && !f.required ? undefined : JSON.stringify(list), join)} />;
}
