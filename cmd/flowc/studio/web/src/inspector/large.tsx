import { useEffect, useRef } from "../lib";
import { Editor, putText, type EditorProps } from "./editor";
import { pressedBeside } from "../parts/parts";
import type { Slot } from "./slot";
import { TablesBeside } from "./tables";
import { Trial } from "./trial";

// Large is an editor over the page. What is typed in it is in the setting at once; closing it leaves that there.
export function Large({ editor, slot, close }: { editor: EditorProps; slot: Slot; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current!.showModal();
    dialog.current!.querySelector<HTMLElement>(".cm-content")!.focus();
  }, []);
  const sql = slot.field.shape === "query";
  const shut = () => dialog.current!.close();
  return (
    <dialog ref={dialog} className="large" aria-label={editor.label} data-doc="" onClose={close} onMouseDown={(e) => pressedBeside(e, shut)}>
      <div className="heading">
        <h2>{editor.label} <small>{slot.field.takes}</small></h2>
        <span className="grow" />
        <button onClick={shut}>Close <kbd>Esc</kbd></button>
      </div>
      <div className="sheet">
        <Editor {...editor} hint="" tall />
        {sql && <TablesBeside slot={slot} put={putText} />}
      </div>
      {sql && <Trial slot={slot} />}
    </dialog>
  );
}
