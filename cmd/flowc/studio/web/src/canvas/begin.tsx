import { addAlone } from "../model/changes";
import { firstSentence } from "../model/catalog";
import type { State } from "../model/model";
import { Prose } from "../parts/parts";

// Beginning offers the entry points where nothing is drawn yet.
export function Beginning({ state }: { state: State }) {
  return (
    <div className="beginning">
      <h2>What does it begin with?</h2>
      <ul>
        {state.nodeTypes.filter((t) => t.entry).map((t) => (
          <li key={t.type}><button onClick={() => addAlone(t, { x: 0, y: 0 })}><strong>{t.title}</strong><small><Prose text={firstSentence(t.doc)} /></small></button></li>
        ))}
      </ul>
    </div>
  );
}
