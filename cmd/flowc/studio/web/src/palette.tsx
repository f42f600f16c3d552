import { useReactFlow, useRef, useState } from "./lib";
import type { NodeType } from "./api";
import { wireAt } from "./canvas";
import { addAlone, cardWidth } from "./changes";
import { firstSentence } from "./chooser";
import type { Point } from "./edit";
import type { State } from "./model";
import { addNote } from "./sticky";
import type { Dispatch } from "./store";

// Palette lists what can be drawn: dragged onto the canvas or onto a wire, or clicked.
export function Palette({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  const [dragged, drag] = useState<{ type: NodeType; at: Point } | null>(null);
  const moved = useRef(false); // a click follows what was dragged, and means nothing
  const flow = useReactFlow();
  const drop = (e: { clientX: number; clientY: number }, type: NodeType) => {
    drag(null);
    const over = document.elementFromPoint(e.clientX, e.clientY);
    if (!over?.closest(".canvas") || over.closest(".palette")) return;
    const at = flow.screenToFlowPosition({ x: e.clientX, y: e.clientY });
    addAlone(state, dispatch, type, { x: at.x - cardWidth / 2, y: at.y - 30 }, wireAt({ x: e.clientX, y: e.clientY }));
  };
  const ready = !!state.docs[state.open];
  const middle = () => {
    const pane = document.querySelector(".react-flow")!.getBoundingClientRect();
    const at = flow.screenToFlowPosition({ x: pane.x + pane.width / 2, y: pane.y + pane.height / 2 });
    return { x: Math.round(at.x / 20) * 20 - 120, y: Math.round(at.y / 20) * 20 };
  };
  return (
    <nav className="palette" aria-label="Node types" tabIndex={ready ? undefined : 0}>
      <ul>
        {state.nodeTypes.map((t) => (
          <li key={t.type}>
            <button
              disabled={!ready} title={firstSentence(t.doc)} className={t.entry ? "entry" : t.answers ? "answers" : ""}
              onPointerDown={(e) => ((moved.current = false), e.currentTarget.setPointerCapture(e.pointerId), e.preventDefault(), e.currentTarget.focus())}
              onPointerMove={(e) => e.buttons === 1 && ((moved.current = true), drag({ type: t, at: { x: e.clientX, y: e.clientY } }))}
              onPointerUp={(e) => dragged && drop(e, t)} onPointerCancel={() => drag(null)}
              onClick={() => !moved.current && addAlone(state, dispatch, t, null)}
            >{t.title}</button>
          </li>
        ))}
        <li><button disabled={!ready} className="note" title="Text for who reads the drawing." onClick={() => addNote(state, dispatch, middle())}>Note</button></li>
      </ul>
      {dragged && <div className="ghost" style={{ left: dragged.at.x + 8, top: dragged.at.y + 8 }}>{dragged.type.title}</div>}
    </nav>
  );
}
