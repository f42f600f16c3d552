// Cards that stand closer than one can read are drawn farther apart: the document says so once one of them is moved.
import type { Note, ViewNode } from "../api/api";
import type { Point } from "./edit";
import { cardHeight, cardWidth, column, heightOf, row } from "./measures";

const least = 40; // between two cards
const most = 1.6; // how far a drawing is stretched; what is still too close then moves down

export type Placed = { id: string; at: Point; height: number };

// isClose reports whether two cards leave less than 40 between them.
export function isClose(a: Placed, b: Placed): boolean {
  const below = a.at.y < b.at.y ? b.at.y - a.at.y - a.height : a.at.y - b.at.y - b.height;
  return Math.abs(a.at.x - b.at.x) - cardWidth < least && below < least;
}

// freeAt is the first place from at downwards where a card leaves the others room.
export function freeAt(cards: Placed[], at: Point, height = cardHeight): Point {
  const free = { id: "", at: { x: snapped(at.x), y: snapped(at.y) }, height };
  while (cards.some((c) => isClose(c, free))) free.at.y += 20;
  return free.at;
}

// roomFor is how far nodes that are put somewhere together have to go on, so that they leave those that stay room: as little as can be.
export function roomFor(places: Placed[], to: Map<string, Point>): Point {
  const stay = places.filter((p) => !to.has(p.id));
  const moved = [...to].map(([id, at]): Placed => ({ id, at, height: places.find((p) => p.id === id)?.height ?? cardHeight }));
  const fits = (by: Point) => !moved.some((m) => stay.some((p) => isClose(p, { ...m, at: { x: m.at.x + by.x, y: m.at.y + by.y } })));
  for (let far = 0; far <= 600; far += 20) {
    const ways = [{ x: 0, y: far }, { x: 0, y: -far }, { x: far, y: 0 }, { x: -far, y: 0 }];
    const by = ways.find(fits);
    if (by) return by;
  }
  return { x: 0, y: 0 };
}

export const snapped = (v: number): number => Math.round(v / 20) * 20;

// spread are the places of cards and notes where some cards are too close, null where none are.
export function spread(nodes: ViewNode[], notes: Note[]): Map<string, Point> | null {
  const cards = nodes.map((n): Placed => ({ id: n.id, at: { x: n.x, y: n.y }, height: heightOf(n) }));
  const pairs = cards.flatMap((a, i) => cards.slice(0, i).filter((b) => isClose(a, b)).map((b) => [a, b] as const));
  if (pairs.length === 0) return null;
  const crowded = 2 * new Set(pairs.flat()).size > cards.length; // else it is enough that some move down
  const close = (crowded ? pairs : []).map(([a, b]) => ({ x: Math.abs(a.at.x - b.at.x), y: Math.abs(a.at.y - b.at.y) }));
  const [beside, below] = [close.filter((d) => d.x > cardWidth / 2), close.filter((d) => d.x <= cardWidth / 2 && d.y > cardHeight / 2)];
  const scale = { x: stretch(column, beside.map((d) => d.x)), y: stretch(row, below.map((d) => d.y)) };
  const from = { x: Math.min(...cards.map((c) => c.at.x)), y: Math.min(...cards.map((c) => c.at.y)) };
  const moved = (at: Point): Point => ({ x: snapped(from.x + (at.x - from.x) * scale.x), y: snapped(from.y + (at.y - from.y) * scale.y) });
  const done: Placed[] = [];
  for (const c of [...cards].sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x)) done.push({ ...c, at: freeAt(done, moved(c.at), c.height) });
  return new Map([...done.map((c): [string, Point] => [c.id, c.at]), ...notes.map((n): [string, Point] => [n.id, moved(n.position)])]);
}

const stretch = (to: number, distances: number[]): number => Math.min(most, Math.max(1, to / Math.min(to, ...distances)));
