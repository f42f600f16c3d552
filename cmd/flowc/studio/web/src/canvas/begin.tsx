import { addAlone } from "../model/changes";
import { firstSentence } from "../model/catalog";
import type { State } from "../model/model";
import { choosePreset } from "../model/presets";
import { Prose } from "../parts/parts";
import { Tile } from "../parts/tile";

// Beginning offers the entry points where nothing is drawn yet, and presets.
export function Beginning({ state }: { state: State }) {
  return (
    <div className="beginning">
      <h2>What does it begin with?</h2>
      <ul className="entries">
        {state.nodeTypes.filter((t) => t.entry).map((t) => (
          <li key={t.type}>
            <button onClick={() => addAlone(t, { x: 0, y: 0 })}><Tile type={t.type} /><span><strong>{t.title}</strong><small><Prose text={firstSentence(t.doc)} /></small></span></button>
          </li>
        ))}
      </ul>
      <h3>Or a preset <small>A few nodes, connected and named</small></h3>
      <ul className="presets">
        {(state.kit?.presets ?? []).filter((p) => p.often).map((p) => (
          <li key={p.name}><button onClick={() => choosePreset(p)}><Tile type={p.type} small /><span><strong>{p.title}</strong><small>{p.doc}</small></span></button></li>
        ))}
      </ul>
    </div>
  );
}
