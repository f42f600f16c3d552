// How large a card is drawn, in document pixels, and on what grid.
import type { Output, ViewNode } from "../api/api";

export const [cardWidth, cardHeight] = [224, 72];
export const [column, row] = [320, 120];
export const border = 1; // of a card, inside of which its handles are placed
const between = 24; // from one handle to the next

export const heightOf = (n: ViewNode): number => Math.max(cardHeight, between * n.outputs.length);

// handleAt is how far below the top of its card an output has its handle.
export const handleAt = (n: ViewNode, output: string): number => {
  const [i, count] = [Math.max(0, n.outputs.findIndex((o) => o.name === output)), Math.max(1, n.outputs.length)];
  return heightOf(n) / 2 + (i - (count - 1) / 2) * between;
};

// isNamed reports whether an output's name is written: not where it is the only one, and called as most are.
export const isNamed = (o: Output): boolean => o.name !== "out";
