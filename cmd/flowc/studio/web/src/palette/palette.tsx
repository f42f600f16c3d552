import { memo, useMemo, useReactFlow, useState } from "../lib";
import type { NodeType } from "../api/api";
import { addAlone } from "../model/changes";
import { cardHeight, cardWidth } from "../model/measures";
import { entryOf, firstSentence, grouped } from "../model/catalog";
import { Ghost, useDrag, wireAt } from "../parts/drag";
import { toCanvas } from "../parts/focus";
import type { Point } from "../model/edit";
import { addNote } from "./note";
import { Tile } from "../parts/tile";

// Palette lists what can be drawn: dragged onto the canvas or onto a wire, or clicked, once the page is ready for it.
export const Palette = memo(function Palette({ types, ready }: { types: NodeType[]; ready: boolean }) {
  const flow = useReactFlow();
  const [text, setText] = useState("");
  const entries = useMemo(() => types.map((type) => ({ ...entryOf(type), type })), [types]);
  const groups = grouped(entries, text);
  const first = groups[0]?.list[0]?.entry.type;
  const add = (t: NodeType) => {
    setText("");
    addAlone(t, null);
  };
  const { ghost, handlers, clicked } = useDrag((type: NodeType, screen: Point) => {
    const over = document.elementFromPoint(screen.x, screen.y);
    if (!over?.closest(".canvas") || over.closest(".palette")) return;
    const at = flow.screenToFlowPosition(screen);
    toCanvas();
    addAlone(type, { x: at.x - cardWidth / 2, y: at.y - cardHeight / 2 }, wireAt(screen));
  });
  const middle = () => {
    const pane = document.querySelector(".react-flow")!.getBoundingClientRect();
    const at = flow.screenToFlowPosition({ x: pane.x + pane.width / 2, y: pane.y + pane.height / 2 });
    return { x: Math.round(at.x / 20) * 20 - 120, y: Math.round(at.y / 20) * 20 };
  };
  return (
    <nav className="palette" aria-label="Node types" tabIndex={ready ? undefined : 0}>
      <Finder text={text} change={setText} first={first && (() => add(first))} />
      {groups.map((g) => (
        <section key={g.title} aria-label={g.title}>
          <h4>{g.title}</h4>
          <ul>
            {g.list.map(({ entry: { type: t } }) => (
              <li key={t.type}>
                <button
                  disabled={!ready} title={firstSentence(t.doc)} className={t.entry ? "entry" : t.answers ? "answers" : ""}
                  {...handlers(t)} onPointerDownCapture={(e) => e.currentTarget.focus()} onClick={(e) => clicked(e) && (e.detail > 0 && toCanvas(), add(t))}
                ><Tile type={t.type} small />{t.title}</button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!first && <p className="hint">No node is called so.</p>}
      <ul>
        <li><button disabled={!ready} className="note" title="Text for who reads the drawing." onClick={() => addNote(middle())}>Note</button></li>
      </ul>
      {ghost && <Ghost at={ghost.at} text={ghost.what.title} />}
    </nav>
  );
});

// Finder filters the palette; Enter adds what is found first.
function Finder({ text, change, first }: { text: string; change: (text: string) => void; first: false | undefined | (() => void) }) {
  return (
    <input
      className="finder" type="search" placeholder="Find a node" aria-label="Find a node" aria-keyshortcuts="/" value={text} autoComplete="off" spellCheck={false}
      onChange={(e) => change(e.target.value)}
      onKeyDown={(e) => {
        if (e.key === "Enter" && first && text.trim() !== "") toCanvas(), first();
        else if (e.key === "Escape") change(""), toCanvas();
        else return;
        e.preventDefault();
      }}
    />
  );
}
