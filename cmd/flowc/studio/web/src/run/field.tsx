import { useRef, useState } from "../lib";
import type * as api from "../api/api";
import { parsed, pretty } from "../model/text";
import { Chosen, ChooseFile } from "./upload";

// merged is the form as the route has it now, with what was filled in before.
export function merged(now: api.Form, before: api.Form | undefined): api.Form {
  if (!before) return now;
  const filled = (f: api.Blank): api.Blank => {
    const b = before.fields.find((g) => g.name === f.name && g.in === f.in && g.type === f.type);
    return { ...f, example: b?.example ?? f.example, ...(b?.file ? { file: b.file } : {}), ...(b?.was ? { was: b.was } : {}) };
  };
  return {
    ...now, fields: now.fields.map(filled), free: before.free === undefined ? now.free : before.free, user: before.user || now.user,
    headers: now.headers.map((h) => before.headers.find((b) => b.name === h.name) ?? h),
  };
}

type Filled = { example?: unknown; file?: api.Upload | null };

export function Field({ blank: f, change }: { blank: api.Blank; change: (more: Filled) => void }) {
  const text = typeof f.example === "string" ? f.example : pretty(f.example);
  const isText = f.type.startsWith("string") || f.type.startsWith("time") || f.type.startsWith("duration") || f.type.startsWith("bytes");
  const valueOf = (next: string) => (isText || next.startsWith("{{") ? next : (parsed(next) ?? next));
  const [last, setLast] = useState(text);
  const typed = JSON.stringify(valueOf(last)) === JSON.stringify(f.example) ? last : text; // as it was typed, while it means what is sent
  const lines = useRef(false); // once it has several it stays as large: nothing that is typed into goes away
  lines.current ||= text.includes("\n");
  const typing = (next: string) => {
    setLast(next);
    change({ example: valueOf(next) });
  };
  if (f.file) return <Chosen blank={f} away={() => change({ file: null })} />;
  return (
    <label className="field">
      <span>{f.name} <small>{f.type}{f.in !== "body" && ", " + f.in}</small>{f.required && text === "" && <span className="needed">needed</span>}</span>
      {lines.current ? <textarea rows={4} value={typed} spellCheck={false} onChange={(e) => typing(e.target.value)} />
        : <input placeholder={f.was} type={f.hidden && !typed.startsWith("{{") ? "password" : "text"} autoComplete="off" value={typed} spellCheck={false} onChange={(e) => typing(e.target.value)} />}
      {f.type === "file" && <ChooseFile name={f.name} chosen={(file) => change({ file })} />}
      {f.doc && <small>{f.doc}</small>}
    </label>
  );
}
