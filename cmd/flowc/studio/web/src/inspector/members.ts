// The entries of an object in a setting, by their names.
import { escape } from "../model/json";
import type { Slot } from "./slot";

export type Members = ReturnType<typeof membersOf>;

// membersOf are the entries of a slot's object, and what is done with them. A new one has the value that fresh says, as JSON.
export function membersOf(slot: Slot, fresh: string) {
  const { field: f, put, pointer, raw = "" } = slot;
  const members = slot.value?.members ?? [];
  const has = (name: string) => members.some((m) => m.key === name);
  return {
    members,
    at: (name: string) => pointer + "/" + escape(name),
    add: (name: string) => void (name !== "" && !has(name) && put(pointer + "/" + escape(name), fresh)),
    remove: (name: string) => (members.length === 1 && !f.required ? put(pointer, undefined) : put(pointer + "/" + escape(name), undefined)),
    rename: (old: string, name: string) => {
      if (name === old || name === "" || has(name)) return;
      const renamed = members.map((m) => JSON.stringify(m.key === old ? name : m.key) + ": " + raw.slice(m.value.start, m.value.end));
      put(pointer, "{" + renamed.join(", ") + "}");
    },
  };
}
