// Files of requests: chosen here, read by the page, and sent with the form.
import { useState } from "../lib";
import type { Blank, Form, Upload } from "../api/api";

const most = 20 << 20; // bytes of a file: as base64, a request takes 32 MiB

// ChooseFile asks for a file in place of a text that would be in one.
export function ChooseFile({ name, chosen }: { name: string; chosen: (file: Upload) => void }) {
  const [why, setWhy] = useState("");
  const read = (file: File | undefined) => {
    if (!file) return;
    if (file.size > most) return setWhy(file.name + " has " + size(file.size) + "; the page sends up to " + size(most));
    const reader = new FileReader();
    reader.onload = () => chosen({ name: file.name, type: file.type, data: String(reader.result).replace(/^[^,]*,/, "") });
    reader.onerror = () => setWhy(file.name + " can't be read");
    reader.readAsDataURL(file);
  };
  return (
    <span className="choose-file">
      <small>A file with this text is sent, or</small> <input type="file" aria-label={"file for " + name} onChange={(e) => read(e.target.files?.[0])} />
      {why && <small className="failure" role="alert">{why}</small>}
    </span>
  );
}

// Chosen is the file that was chosen for a field.
export function Chosen({ blank: f, away }: { blank: Blank; away: () => void }) {
  const file = f.file!;
  return (
    <div className="field">
      <span>{f.name}{f.required && <abbr title="required">*</abbr>} <small>{f.type}</small></span>
      <p className="chosen-file"><code>{file.name}</code> <small>{[file.type, size(sizeOf(file))].filter(Boolean).join(", ")}</small> <button type="button" className="link" aria-label={"take " + file.name + " away"} onClick={away}>✕</button></p>
      {f.doc && <small>{f.doc}</small>}
    </div>
  );
}

// sizeOf is how many bytes a file has, by its base64.
const sizeOf = (file: Upload): number => (file.data.length / 4) * 3 - (file.data.endsWith("==") ? 2 : file.data.endsWith("=") ? 1 : 0);

function size(bytes: number): string {
  if (bytes < 1024) return bytes + " B";
  return bytes < 1 << 20 ? Math.round(bytes / 1024) + " KiB" : Math.round((bytes / (1 << 20)) * 10) / 10 + " MiB";
}

// unread is a form without what is in its files: what is kept of it, and what a line of shell says of it.
export const unread = (form: Form): Form => ({ ...form, fields: form.fields.map((f) => (f.file ? { ...f, file: { ...f.file, data: "" } } : f)) });
