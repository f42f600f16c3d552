// The keys of drawing: they work wherever nothing is being typed, and those with Ctrl in the fields of a node too.
import { flushSync, useLayoutEffect } from "../lib";
import { copyChosen, paste } from "../model/clipboard";
import { removeChosen } from "../model/changes";
import { save } from "../model/drafts";
import { toCanvas, toNode } from "../parts/focus";
import type { Asking, State } from "../model/model";
import { dispatch, now } from "../model/now";
import { openCalled } from "../model/store";
import { tidyUp } from "../model/commands";

// They are there as soon as the tools that name them are.
export function useKeys(): void {
  useLayoutEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      const target = e.target as HTMLElement;
      const typing = target.closest("input, textarea, select, [contenteditable=true]");
      const large = !!typing && target.closest("dialog")?.matches("[data-doc]"); // a field of the document, opened large
      if ((!large && target.closest("dialog, .chooser")) || e.defaultPrevented || (large && !e.ctrlKey && !e.metaKey)) return;
      if (e.key === "Escape" && typing?.closest("aside [data-doc], .named")) return toCanvas();
      const done = e.ctrlKey || e.metaKey ? withControl(e, now(), typing) : !typing && !e.altKey && alone(e, now());
      if (done) e.preventDefault();
    };
    // The library would move a node that has the focus.
    const steps = (e: KeyboardEvent) => {
      const target = e.target as HTMLElement;
      if (!e.altKey || target.closest("dialog, .chooser, input, textarea, select, [contenteditable=true]") || !stepTo(e.key, now())) return;
      e.preventDefault();
      e.stopPropagation();
    };
    addEventListener("keydown", pressed);
    addEventListener("keydown", steps, true);
    return () => {
      removeEventListener("keydown", pressed);
      removeEventListener("keydown", steps, true);
    };
  }, []);
}

// withControl does what the keys mean everywhere; what is typed elsewhere than in a node's fields is undone there.
function withControl(e: KeyboardEvent, s: State, typing: Element | null): boolean {
  const key = e.key.toLowerCase();
  if (key === "s") void save(s.open);
  else if (typing && !typing.closest("[data-doc]")) return false;
  else if (key === "y" || (key === "z" && e.shiftKey)) dispatch({ do: "redo" });
  else if (key === "z") dispatch({ do: "undo" });
  else if (typing || getSelection()?.toString()) return false;
  else if (key === "c") copyChosen();
  else if (key === "x") copyChosen(), removeChosen();
  else if (key === "v") void paste();
  else if (key === "a") dispatch({ do: "choose", nodes: (s.workflow?.view.nodes ?? []).map((n) => n.id) });
  else return false;
  return true;
}

function alone(e: KeyboardEvent, s: State): boolean {
  const one = s.chosen.length === 1 ? s.chosen[0]! : "";
  const target = e.target as HTMLElement; // of a button, Enter and Tab are its own
  const inCanvas = (!!target.closest(".canvas") && !target.closest("button, a")) || target === document.body;
  switch (e.key) {
    case "ContextMenu":
      return menuOf(one);
    case "F10":
      return e.shiftKey && menuOf(one);
    case "Tab":
      if (!one || !inCanvas || e.shiftKey) return false;
      return asks(s, "after", one);
    case "c":
      return !!one && asks(s, "connect", one);
    case "a":
      return asks(s, "any", "");
    case "/":
      document.querySelector<HTMLElement>(".finder")?.focus();
      return true;
    case "o":
      return openCalled(s, one);
    case "t":
      void tidyUp();
      return true;
    case "Delete":
    case "Backspace":
      removeChosen();
      toCanvas();
      return true;
    case "Enter":
    case "F2":
      if (!one || !inCanvas) return false;
      return intoForm(one, e.key === "F2" ? ".named input" : ".form input, .form select, .form textarea, .form [contenteditable=true], .note-text");
    case "Escape":
      dispatch({ do: "choose", nodes: [] });
      return true;
  }
  return false;
}

// menuOf opens the menu of a node beside it, or of the canvas where none is chosen.
function menuOf(node: string): boolean {
  const card = document.querySelector(`.react-flow__node[data-id="${CSS.escape(node)}"]`)?.getBoundingClientRect();
  dispatch({ do: "menu", menu: { node, wire: -1, screen: card ? { x: card.x + 20, y: card.y + 20 } : { x: innerWidth / 3, y: 120 } } });
  return true;
}

// intoForm puts the cursor into the form, at once, so that who types on types into it.
function intoForm(node: string, selector: string): boolean {
  flushSync(() => dispatch({ do: "node", node, panel: "node" }));
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  return true;
}

// asks puts the question beside the node. Where a node has one output, that is the one; and what begins goes on at its first.
function asks(s: State, what: Asking["what"], node: string): boolean {
  const from = s.workflow?.view.nodes?.find((n) => n.id === node);
  const outputs = from?.outputs ?? [];
  const first = from?.entry && outputs[0] && !outputs[0].wired ? outputs[0].name : "";
  const free = outputs.filter((o) => !o.wired && (o.required || outputs.length === 1));
  const output = outputs.length === 1 ? outputs[0]!.name : what === "after" && free.length === 1 ? free[0]!.name : what === "after" ? first : "";
  if (node && outputs.length === 0) {
    dispatch({ do: "say", said: "Nothing can follow this node" });
    return true;
  }
  const card = document.querySelector(`.react-flow__node[data-id="${CSS.escape(node)}"]`)?.getBoundingClientRect();
  const screen = card ? { x: card.right + 10, y: card.top } : { x: innerWidth / 3, y: 120 };
  dispatch({ do: "ask", asking: { what, node, output, at: null, screen } });
  return true;
}

// stepTo chooses the nearest node in a direction, so that a drawing is walked without the mouse.
function stepTo(key: string, s: State): boolean {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const nodes = s.workflow?.view.nodes ?? [];
  const from = nodes.find((n) => n.id === s.node) ?? nodes[0];
  if (!way || !from) return false;
  const [dx, dy] = way as [number, number];
  const far = (n: (typeof nodes)[number]) => {
    const [x, y] = [n.x - from.x, n.y - from.y];
    const [along, across] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    return along > 0 ? along + 2 * across : Infinity;
  };
  const best = s.node ? nodes.reduce((a, b) => (far(b) < far(a) ? b : a), from) : from;
  if (best !== from && far(best) === Infinity) return true;
  dispatch({ do: "node", node: best.id, panel: "node" });
  toNode(best.id);
  return true;
}
