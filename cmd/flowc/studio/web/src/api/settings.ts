// What the page is told of the defaults.json of folders.
import { get } from "./api";

export type SettingKey = { name: string; title: string; doc: string; of: string }; // of is what its texts name
export type Section = { name: string; title: string; doc: string; keys: SettingKey[] };
export const defaults = () => get<{ keys: string[]; sections: Section[] }>("/api/defaults");
