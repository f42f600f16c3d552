import { useEffect, useRef, useState } from "../lib";
import type { Kit, Variable as Known } from "../api/ask";
import type { Json } from "../model/json";
import { pressedBeside } from "../parts/parts";
import { SetVariable } from "../data/setvariable";

// Variables says of the environment variables that a setting reads whether they are set; never what they are.
export function Variables({ kit, value }: { kit: Kit | null; value: Json | undefined }) {
  const names = [...new Set(textsOf(value).flatMap((text) => [...text.matchAll(/\benv\.([A-Za-z_][A-Za-z0-9_]*)/g)].map((m) => m[1]!)))];
  if (!kit) return null;
  return <>{names.map((name) => <Variable key={name} kit={kit} name={name} />)}</>;
}

function Variable({ kit, name }: { kit: Kit; name: string }) {
  const [setting, set] = useState(false);
  const known = kit.env?.find((v) => v.name === name);
  if (known?.set) return <small className="variable"><code>{name}</code> is set{known.from ? (known.from === "environment" ? " in the environment" : " in " + known.from) : ""}.</small>;
  return (
    <small className="variable warned">
      <code>{name}</code> is not set{known ? "" : ": save the workflow, then set it under Environment"}
      {known && !known.fixed && <button className="link" onClick={() => set(true)}>Set it</button>}
      {known?.fixed && <> and can't be set here: {known.fixed}</>}
      {known && setting && <SetDialog variable={known} close={() => set(false)} />}
    </small>
  );
}

function SetDialog({ variable, close }: { variable: Known; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => void dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="manage" aria-label={"Set " + variable.name} onClose={close} onMouseDown={(e) => pressedBeside(e, close)}>
      <SetVariable variable={variable} done={close} />
    </dialog>
  );
}

const textsOf = (v: Json | undefined): string[] =>
  !v ? [] : v.kind === "string" ? [v.value as string] : [...v.items.flatMap(textsOf), ...v.members.flatMap((m) => textsOf(m.value))];
