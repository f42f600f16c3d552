// What a new workflow can begin with, as cards of the gallery.
import * as ask from "../api/ask";
import type { Preset, Starter } from "../api/ask";
import { ofPreset, type Entry } from "../model/catalog";
import type { State } from "../model/model";

export type Card = Entry & { key: string; types: string[]; preset?: Preset; starter?: Starter };

const empty: Card = { key: "empty", title: "Empty", doc: "Choose what it begins with, and draw the rest.", also: ["blank"], words: [], group: "", types: [] };

// cardsOf are the cards in their order: an empty workflow, presets, and whole starters.
export function cardsOf(state: State): Card[] {
  const presets = (state.kit?.presets ?? []).filter((p) => p.gallery).map((p): Card => ({ ...ofPreset(p), key: "preset " + p.name, group: p.gallery, types: p.types, preset: p }));
  const starters = (state.kit?.starters ?? []).map((s): Card => ({ ...s, key: "starter " + s.name, also: [s.name], words: [...s.workflows, ...s.tables], group: "Starters", starter: s }));
  return [empty, ...presets, ...starters];
}

// adds says what a starter brings along.
export function adds(s: Starter): string {
  if (s.alone) return "A whole project, with its tests.";
  const tables = s.tables.length > 0 ? ", and a migration for " + s.tables.join(", ") : "";
  return "Adds " + s.workflows.join(", ") + tables + ".";
}

// suggested is the name of a workflow that was given none: one that no other has.
export function suggested(state: State, card: Card): string {
  const name = card.key === empty.key ? "new workflow" : card.title.toLowerCase();
  const taken = new Set(state.project?.workflows.map((w) => w.name));
  let free = name;
  for (let i = 2; taken.has(free); i++) free = name + " " + i;
  return free;
}

export type Wish = { name: string; folder: string; type: string; table: string };

// make makes what a card stands for, and returns the workflow that is to be opened.
export async function make(card: Card, w: Wish): Promise<string> {
  const more = { do: "new", folder: w.folder, name: w.name };
  if (card.starter) return (await ask.start(card.starter.name, w.folder)).key;
  if (!card.preset) return (await ask.make({ ...more, ...(w.type ? { type: w.type } : {}) })).key;
  const { text } = await ask.preset({ name: card.preset.name, dir: w.folder, path: more.name, table: w.table });
  return (await ask.make({ ...more, text })).key;
}
