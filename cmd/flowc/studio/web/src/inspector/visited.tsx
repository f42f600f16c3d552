import type { Visit } from "../api/api";
import { clock, duration } from "../model/text";
import { Values } from "../parts/parts";

// Visited says how an execution was at the node; its values are shown where a person looks for them.
export function Visited({ visit: v, many, ended, sent, yielded }: { visit: Visit; many: boolean; ended: boolean; sent: boolean; yielded: boolean }) {
  return (
    <section className={"visited" + (v.error ? " failed" : "")} aria-label={"visit " + v.seq}>
      <p>
        {many && <strong>{v.attempt ? "attempt " + v.attempt : "visit " + v.seq} </strong>}
        {v.left ? <>took {v.duration > 0 && duration(v.duration)} {v.output && <>→ <code>{v.output}</code></>}</> : ended ? "entered, never left" : "running since " + clock(v.entered)}
      </p>
      {v.error && <p className="failure">{v.error}</p>}
      {sent && v.inputs != null && <Values title="Sent" value={v.inputs} />}
      {yielded && v.values != null && <Values title="Yielded" value={v.values} />}
      {yielded && v.cut > 0 && <p className="hint">{v.cut} of these are cut.</p>}
    </section>
  );
}
