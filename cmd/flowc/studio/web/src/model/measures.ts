// How large a card is drawn.
import type { ViewNode } from "../api/api";

export const cardWidth = 208;

export const heightOf = (n: ViewNode): number => 74 + 20 * (named(n).length > 0 ? named(n).length : 0);
export const named = (n: ViewNode) => n.outputs.filter((o) => n.outputs.length > 1 || o.name !== "out");
