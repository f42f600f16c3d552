// The index of what can be drawn: palette, chooser and search find a node type by the same words, in the same order.
import type { NodeType } from "../api/api";
import type { Preset } from "../api/ask";

// Entry is what is found by its words.
export type Entry = {
  title: string;
  doc: string; // one line
  also: string[]; // exact names that others have for it
  words: string[]; // what people type who look for it
  group: string; // "" for none
};
export type Found<T extends Entry> = { entry: T; by: string; rank: number }; // by is the other name that was typed, or ""

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

// rankOf is how well an entry fits what was typed, least is best: its name, another name, the beginning of one, a word of its line.
function rankOf(e: Entry, typed: string): { rank: number; by: string } | null {
  const all = typed.toLowerCase().trim();
  const title = e.title.toLowerCase();
  const exact = (list: string[]) => list.find((w) => w.toLowerCase() === all);
  if (title === all) return { rank: 0, by: "" };
  const also = exact(e.also);
  if (also) return { rank: 1, by: also };
  const word = exact(e.words);
  if (word) return { rank: wordsOf(title).includes(all) ? 1 : 2, by: word };
  const ranks = wordsOf(all).map((w) => rankOfWord(e, w));
  if (ranks.some((r) => r === null)) return null;
  return { rank: Math.max(...ranks.map((r) => r!.rank)), by: ranks.find((r) => r!.by)?.by ?? "" };
}

function rankOfWord(e: Entry, w: string): { rank: number; by: string } | null {
  const title = wordsOf(e.title);
  if (e.title.toLowerCase().startsWith(w)) return { rank: 3, by: "" };
  if (title.some((t) => t.startsWith(w))) return { rank: 4, by: "" };
  const other = [...e.also, ...e.words].find((o) => o.toLowerCase().startsWith(w));
  if (other) return { rank: 5, by: other };
  if (title.some((t) => t.includes(w))) return { rank: 6, by: "" };
  return wordsOf(e.doc).some((d) => d.startsWith(w)) ? { rank: 7, by: "" } : null;
}

// find returns what fits, best first; all of it, in its order, where nothing was typed.
export function find<T extends Entry>(all: T[], typed: string): Found<T>[] {
  if (typed.trim() === "") return all.map((entry) => ({ entry, by: "", rank: 0 }));
  const found = all.flatMap((entry): Found<T>[] => {
    const r = rankOf(entry, typed);
    return r ? [{ entry, ...r }] : [];
  });
  return found.sort((a, b) => a.rank - b.rank);
}

export type Group<T extends Entry> = { title: string; list: Found<T>[] };

// grouped puts the best match first, and the others under their groups, in the order in which all has them.
export function grouped<T extends Entry>(all: T[], typed: string): Group<T>[] {
  const found = find(all, typed);
  const [best, ...others] = typed.trim() === "" ? [undefined, ...found] : found;
  const titles = [...new Set(all.map((e) => e.group))];
  const rest = titles.map((title) => ({ title, list: others.filter((f) => f!.entry.group === title) as Found<T>[] }));
  return [...(best ? [{ title: found.length > 1 ? "Best match" : "", list: [best] }] : []), ...rest.filter((g) => g.list.length > 0)];
}

export const firstSentence = (doc: string): string => /^.*?\.(?=\s|$)/s.exec(doc)?.[0] ?? doc;

// entryOf is a node type as it is found.
export const entryOf = (t: NodeType): Entry => ({
  title: t.title, doc: firstSentence(t.doc), also: [...(t.also ?? []), t.type], words: t.words ?? [], group: titleOf(t.group),
});

// ofPreset is a preset as it is found.
export const ofPreset = (p: Preset): Entry => ({ title: p.title, doc: p.doc, also: [], words: p.words, group: "Presets" });

export const titleOf = (group: string): string => group.slice(0, 1).toUpperCase() + group.slice(1);
