// What a press of the right button opens a menu of.
import type { Edge, Node } from "@xyflow/react";
import type { Menu } from "../model/model";
import { dispatch, now } from "../model/now";
import { idOf } from "./places";

type Press = { clientX: number; clientY: number; preventDefault(): void; currentTarget: EventTarget | null };

function openMenu(e: Press, of: Partial<Menu>): void {
  e.preventDefault();
  const box = e.currentTarget instanceof Element && e.clientX === 0 ? e.currentTarget.getBoundingClientRect() : null; // by a key
  const screen = box ? { x: box.x + 20, y: box.y + 20 } : { x: e.clientX, y: e.clientY };
  dispatch({ do: "menu", menu: { screen, node: "", wire: -1, ...of } });
}

export function pressedNode(e: Press, n: Node): void {
  const id = idOf(n.id);
  if (!now().chosen.includes(id)) dispatch({ do: "choose", nodes: [id] });
  openMenu(e, { node: id });
}

export function pressedWire(e: Press, wire: Edge): void {
  dispatch({ do: "choose", nodes: [], wire: Number(wire.id) });
  openMenu(e, { wire: Number(wire.id) });
}

export const pressedPane = (e: Press | MouseEvent): void => openMenu(e as Press, {});
