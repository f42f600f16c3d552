import { useLayoutEffect, useReactFlow, useRef } from "../lib";
import * as ask from "../api/ask";
import { align, distribute } from "../model/align";
import { disconnect, removeChosen } from "../model/changes";
import { copyChosen, paste } from "../model/clipboard";
import { asked, extractChosen, tidyUp } from "../model/commands";
import type { Menu, State } from "../model/model";
import { dispatch } from "../model/now";
import { openCalled } from "../model/store";
import { addNote } from "../palette/note";
import { toCanvas } from "../parts/focus";
import { whole } from "./sight";

type Item = { label: string; key?: string; go: () => void };

// ContextMenu is what can be done with what the right button pressed: by the mouse or by arrow keys.
export function ContextMenu({ state, menu }: { state: State; menu: Menu }) {
  const flow = useReactFlow();
  const list = useRef<HTMLDivElement>(null);
  const items = menu.wire >= 0 ? ofWire(state, menu) : menu.node ? ofNodes(state, menu) : ofCanvas(menu, () => void flow.fitView({ duration: 150, ...whole }), flow.screenToFlowPosition(menu.screen));
  useLayoutEffect(() => list.current?.querySelector("button")?.focus(), [menu]);
  const close = () => {
    dispatch({ do: "menu", menu: null });
    toCanvas();
  };
  const pressed = (e: { key: string; preventDefault(): void; stopPropagation(): void }) => {
    const all = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) all[(at + step + all.length) % all.length]?.focus();
    else if (e.key === "Escape" || e.key === "Tab") close();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const [left, top] = [Math.min(menu.screen.x, innerWidth - 220), Math.min(menu.screen.y, innerHeight - 34 * items.length - 16)];
  return (
    <>
      <div className="veil" onMouseDown={close} onContextMenu={(e) => (e.preventDefault(), close())} />
      <div className="chooser menu" role="menu" aria-label="What to do" ref={list} style={{ left, top }} onKeyDown={pressed}>
        {items.map((i) => (
          <button key={i.label} role="menuitem" onClick={() => (close(), i.go())}>{i.label}{i.key && <kbd>{i.key}</kbd>}</button>
        ))}
      </div>
    </>
  );
}

function ofNodes(state: State, { node }: Menu): Item[] {
  const several = state.chosen.length > 1;
  const calls = state.workflow?.view.nodes?.find((n) => n.id === node)?.calls;
  const name = () => document.querySelector<HTMLInputElement>(".named input")?.select();
  return [
    ...(several ? [] : [{ label: "Rename", key: "F2", go: () => (dispatch({ do: "node", node, panel: "node" }), requestAnimationFrame(name)) }]),
    ...(calls && !several ? [{ label: "Open " + calls, key: "o", go: () => void openCalled(state, node) }] : []),
    { label: "Duplicate", go: () => (copyChosen(), void paste()) },
    { label: "Copy", key: "Ctrl C", go: copyChosen },
    ...(several ? [
      { label: "Align left", go: () => align("x") }, { label: "Align top", go: () => align("y") },
      { label: "Distribute across", go: () => distribute("x") }, { label: "Distribute down", go: () => distribute("y") },
      { label: "Extract to a subflow", go: () => void extractChosen() },
    ] : []),
    { label: "Copy as picture", go: () => void copyPicture() },
    { label: "Delete", key: "Del", go: removeChosen },
  ];
}

function ofWire(state: State, { wire, screen }: Menu): Item[] {
  const from = state.workflow?.view.wires?.find((w) => w.index === wire)?.from ?? "";
  return [
    { label: "Put a node in between", go: () => dispatch({ do: "ask", asking: { what: "any", node: from, output: "", wire, at: null, screen } }) },
    { label: "Remove the wire", key: "Del", go: () => disconnect(wire) },
  ];
}

function ofCanvas({ screen }: Menu, fit: () => void, at: { x: number; y: number }): Item[] {
  return [
    { label: "Add a node", key: "a", go: () => dispatch({ do: "ask", asking: { what: "any", node: "", output: "", at, screen } }) },
    { label: "Add a note", go: () => addNote({ x: Math.round(at.x / 20) * 20, y: Math.round(at.y / 20) * 20 }) },
    { label: "Paste", key: "Ctrl V", go: () => void paste() },
    { label: "Tidy up", key: "t", go: () => void tidyUp() },
    { label: "Show all", key: "f", go: fit },
    { label: "Copy as picture", go: () => void copyPicture() },
  ];
}

// copyPicture puts the picture that flowc graph draws of the workflow into the clipboard, as SVG.
async function copyPicture(): Promise<void> {
  const made = await asked((d) => ask.picture(d));
  if (!made) return;
  await navigator.clipboard.writeText(made.svg);
  dispatch({ do: "say", said: "Copied the picture, as SVG" });
}
