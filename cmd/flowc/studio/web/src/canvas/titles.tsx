import { useState } from "../lib";
import { edit } from "../model/changes";
import { setTop } from "../model/edit";
import type { State } from "../model/model";
import { toCanvas } from "../parts/focus";

// Titles are the name and the description of the open workflow: clicked, each is typed anew.
export function Titles({ state }: { state: State }) {
  const d = state.docs[state.open];
  const { name = state.open, about = "" } = state.workflow ?? {};
  const may = !!d && !state.workflow?.broken;
  const write = (key: string, label: string) => (text: string) => edit(state.open, (t) => setTop(t, key, JSON.stringify(text)), { label });
  return (
    <>
      <Title className="crumb" label="Name of the workflow" text={name} empty={name} write={may ? write("name", "name the workflow") : null} />
      {(about || may) && <Title className="about" label="Description of the workflow" text={about} empty="Say what it does" write={may ? write("description", "describe the workflow") : null} />}
    </>
  );
}

type Titled = { className: string; label: string; text: string; empty: string; write: ((text: string) => void) | null };

function Title({ className, label, text, empty, write }: Titled) {
  const [typed, setTyped] = useState<string | null>(null);
  if (!write) return <span className={className}>{text}</span>;
  if (typed === null) return <button className={className + (text ? "" : " unsaid")} aria-label={label + ": " + (text || empty)} title="Click to change" onClick={() => setTyped(text)}>{text || empty}</button>;
  const done = () => {
    if (typed.trim() !== text && (typed.trim() !== "" || className === "about")) write(typed.trim());
    setTyped(null);
  };
  return (
    <input
      className={className} aria-label={label} autoFocus value={typed} spellCheck={false} autoComplete="off" size={Math.max(12, typed.length)} onChange={(e) => setTyped(e.target.value)} onBlur={done}
      onKeyDown={(e) => {
        if (e.key === "Escape") setTyped(null);
        if (e.key === "Enter") done();
        if (e.key === "Escape" || e.key === "Enter") requestAnimationFrame(toCanvas);
      }}
    />
  );
}
