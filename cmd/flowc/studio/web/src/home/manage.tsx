import { useEffect, useRef, useState } from "../lib";
import { get } from "../api/api";
import * as ask from "../api/ask";
import { isDirty } from "../model/doc";
import { known } from "../model/now";
import { pressedBeside } from "../parts/parts";
import { open, type Dispatch } from "../model/store";

// useOne has what clicks ask for done one at a time: of a double click the second asks nothing. What is done says whether it may be
// asked for again.
export function useOne(): (act: () => Promise<boolean>) => Promise<void> {
  const busy = useRef(false);
  return async (act) => {
    if (busy.current) return;
    busy.current = true;
    busy.current = !(await act());
  };
}

// Manage duplicates, renames and deletes a workflow.
export function Manage({ id, name, dispatch }: { id: string; name: string; dispatch: Dispatch }) {
  const [shown, show] = useState(false);
  return (
    <>
      <button className="more" aria-label={"more about " + name} onClick={(e) => (e.stopPropagation(), show(true))}>⋯</button>
      {shown && <ManageDialog id={id} name={name} dispatch={dispatch} close={() => show(false)} />}
    </>
  );
}

function ManageDialog({ id, name, dispatch, close }: { id: string; name: string; dispatch: Dispatch; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState(name);
  const [said, say] = useState({ text: "", key: "", failed: false });
  const [sure, setSure] = useState(false);
  const one = useOne();
  useEffect(() => void dialog.current?.showModal(), []);
  const act = async (what: "duplicate" | "rename" | "delete") => {
    try {
      const { revision, text, draft } = await get<ask.Document>("/api/document", { key: id });
      const drawn = known().docs[id];
      if (what === "rename" && (drawn ? isDirty(drawn) : draft && draft.text !== text)) throw new Error("What is drawn in " + name + " is not saved: save or undo it first");
      const made = await ask.make({ do: what, key: id, name: typed.trim(), base: revision });
      if (what !== "duplicate") dispatch({ do: "forget", key: id });
      if (what === "duplicate") say({ text: made.says || "There is a copy", key: made.key, failed: false });
      else close();
    } catch (e) {
      say({ text: (e as Error).message, key: "", failed: true });
    }
    return true;
  };
  const does = (what: Parameters<typeof act>[0]) => void one(() => act(what));
  const changed = typed.trim() !== "" && typed.trim() !== name;
  return (
    <dialog ref={dialog} className="manage" aria-label={"Workflow " + name} onClose={close} onClick={(e) => e.stopPropagation()} onMouseDown={(e) => pressedBeside(e, close)}>
      <h2>{name}</h2>
      <label className="field">Name <input autoFocus value={typed} spellCheck={false} autoComplete="off" onChange={(e) => setTyped(e.target.value)} /></label>
      <p className="hint">Another name renames the workflow with its file, or is that of a copy.</p>
      <div className="actions">
        <button disabled={!changed} onClick={() => does("rename")}>Rename</button>
        <button disabled={!changed} onClick={() => does("duplicate")}>Duplicate</button>
        <span className="grow" />
        {/* who clicks Delete … twice has not read what came under the mouse */}
        {sure ? <button className="danger" onClick={(e) => e.detail < 2 && does("delete")}>Delete the file</button> : <button onClick={() => setSure(true)}>Delete …</button>}
        <button onClick={close}>Close</button>
      </div>
      {said.text && <p className={said.failed ? "failure" : "hint"} role="status">{said.text} {said.key && <button className="link" onClick={() => (close(), open(said.key))}>open it</button>}</p>}
    </dialog>
  );
}
