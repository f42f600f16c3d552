import { memo, useMemo, useReactFlow, useState } from "../lib";
import type { CSSProperties } from "react";
import type { NodeType } from "../api/api";
import type { Preset } from "../api/ask";
import { addAlone } from "../model/changes";
import { cardHeight, cardWidth } from "../model/measures";
import { entryOf, firstSentence, grouped, ofPreset, type Entry, type Group } from "../model/catalog";
import { choosePreset } from "../model/presets";
import { Ghost, useDrag, wireAt } from "../parts/drag";
import { toCanvas } from "../parts/focus";
import type { Point } from "../model/edit";
import { Resizer, useRemembered } from "../parts/resizer";
import { addNote } from "./note";
import { Tile } from "../parts/tile";

const sides = { min: 148, max: 320, before: true };

const NoteSign = () => <svg className="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 4h14v11l-5 5H5z" /><path d="M14 20v-5h5" /></svg>;

const PresetSign = () => <svg className="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h7v7H4z" /><path d="M13 13h7v7h-7z" /><path d="M11 7.5h6V13" /></svg>;

// Item is what can be put onto the canvas: a node type or a preset.
type Item = Entry & { key: string; face: string; kind: string; add: (at: Point | null, wire?: number) => void };

const ofType = (t: NodeType): Item => ({
  ...entryOf(t), key: t.type, face: t.type, kind: t.entry ? "entry" : t.answers ? "answers" : "", add: (at, wire) => addAlone(t, at, wire),
});
const ofOne = (p: Preset): Item => ({
  ...ofPreset(p), key: "preset " + p.name, face: p.type, kind: "preset", add: (at, wire = -1) => choosePreset(p, { node: "", output: "", at, wire }),
});

type Take = (i: Item, e: { detail: number }) => void;

function Section({ group, ready, handlers, take }: { group: Group<Item>; ready: boolean; handlers: (i: Item) => object; take: Take }) {
  return (
    <section aria-label={group.title}>
      <h4>{group.title}</h4>
      <ul>
        {group.list.map(({ entry: i }) => (
          <li key={i.key}>
            <button
              disabled={!ready} title={firstSentence(i.doc)} className={i.kind}
              {...handlers(i)} onPointerDownCapture={(e) => e.currentTarget.focus()} onClick={(e) => take(i, e)}
            ><Tile type={i.face} small /><span>{i.title}</span></button>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Palette lists what can be drawn: dragged onto the canvas or onto a wire, or clicked, once the page is ready for it.
export const Palette = memo(function Palette({ types, presets, ready }: { types: NodeType[]; presets: Preset[]; ready: boolean }) {
  const flow = useReactFlow();
  const [text, setText] = useState("");
  const [width, setWidth] = useRemembered<number>("width of the palette", 180);
  const [folded, fold] = useRemembered<boolean>("palette folded", false);
  const [whole, showPresets] = useState(false);
  const list = useMemo(() => ({ types: types.map(ofType), presets: presets.map(ofOne) }), [types, presets]);
  const groups = grouped(text.trim() ? [...list.types, ...list.presets] : whole ? list.presets : list.types, text);
  const first = groups[0]?.list[0]?.entry;
  const add = (i: Item) => {
    setText("");
    i.add(null);
  };
  const { ghost, handlers, clicked } = useDrag((i: Item, screen: Point) => {
    const over = document.elementFromPoint(screen.x, screen.y);
    if (!over?.closest(".canvas") || over.closest(".palette")) return;
    const at = flow.screenToFlowPosition(screen);
    toCanvas();
    i.add({ x: at.x - cardWidth / 2, y: at.y - cardHeight / 2 }, wireAt(screen));
  });
  const middle = () => {
    const pane = document.querySelector(".react-flow")!.getBoundingClientRect();
    const at = flow.screenToFlowPosition({ x: pane.x + pane.width / 2, y: pane.y + pane.height / 2 });
    return { x: Math.round(at.x / 20) * 20 - 120, y: Math.round(at.y / 20) * 20 };
  };
  return (
    <nav className={"palette" + (folded ? " folded" : "")} aria-label="Node types" tabIndex={ready ? undefined : 0} style={{ "--width": width + "px" } as CSSProperties}>
      {!folded && <Resizer label="Width of the palette" width={width} set={setWidth} {...sides} />}
      <Finder text={text} change={setText} first={first && (() => add(first))} used={() => fold(false)} />
      {groups.map((g) => <Section key={g.title} group={g} ready={ready} handlers={handlers} take={(i, e) => clicked(e) && (e.detail > 0 && toCanvas(), add(i))} />)}
      {!first && <p className="hint">No node is called so.</p>}
      <div className="foot">
        <button disabled={!ready} className="note" title="Note: text for whoever reads the drawing" onClick={() => addNote(middle())}><NoteSign /><span>Note</span></button>
        <button disabled={!ready} className="presets" aria-pressed={whole} title="Presets: a few nodes, connected and named" onClick={() => (setText(""), showPresets(!whole))}><PresetSign /><span>Presets</span></button>
        <button className="fold" aria-expanded={!folded} aria-label={folded ? "Unfold the palette" : "Fold the palette to icons"} title={folded ? "Unfold" : "Fold to icons"} onClick={() => fold(!folded)}>{folded ? "»" : "«"}</button>
      </div>
      {ghost && <Ghost at={ghost.at} text={ghost.what.title} />}
    </nav>
  );
});

// Finder filters the palette; Enter adds what is found first.
type Finding = { text: string; change: (text: string) => void; first: false | undefined | (() => void); used: () => void };

function Finder({ text, change, first, used }: Finding) {
  return (
    <input
      className="finder" type="search" placeholder="Find a node" aria-label="Find a node" aria-keyshortcuts="/" value={text} autoComplete="off" spellCheck={false}
      onFocus={used} onChange={(e) => change(e.target.value)}
      onKeyDown={(e) => {
        if (e.key === "Enter" && first && text.trim() !== "") toCanvas(), first();
        else if (e.key === "Escape") change(""), toCanvas();
        else return;
        e.preventDefault();
      }}
    />
  );
}
