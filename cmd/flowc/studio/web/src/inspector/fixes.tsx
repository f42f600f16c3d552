import { useEffect, useState } from "../lib";
import type { Problem } from "../api/api";
import * as ask from "../api/ask";
import { connectLoose, mendProblem } from "../model/commands";
import { known } from "../model/now";
import { toCanvas } from "../parts/focus";

// Fixes are buttons for what a message says, named by what they do.
export function Fixes({ problem: p, draws }: { problem: Problem; draws: boolean }) {
  const mend = (p as Partial<ask.DraftProblem>).mend ?? "";
  if (!draws || (!mend && !p.loose)) return null;
  return (
    <span className="fixes">
      {mend && <button className="mend" onClick={() => void mendProblem(mend).then(kept)}>{p.does || "Fix it"}</button>}
      {p.loose && <Connects node={p.node} output={p.output} />}
    </span>
  );
}

// kept gives the keys to the canvas: the button that has them goes with its message.
const kept = (): void => void (document.activeElement?.matches("body, .mend") && toCanvas());

// Connects has an output answered, by the status that belongs there.
function Connects({ node, output }: { node: string; output: string }) {
  const [status, set] = useState("");
  useEffect(() => {
    const d = known().docs[known().open];
    let gone = false;
    if (d) void ask.loose(d).then((all) => !gone && set(String(all.find((l) => l.node === node && l.output === output)?.data["responseStatus"] ?? "")), () => undefined);
    return () => void (gone = true);
  }, [node, output]);
  return <button className="mend" onClick={() => void connectLoose({ node, output }).then(kept)}>{status ? "Add a " + status : "Connect it"}</button>;
}
