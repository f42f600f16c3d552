import { memo, useState } from "../lib";
import type { Problem } from "../api/api";
import { alike } from "../model/alike";
import { firstSentence } from "../model/catalog";
import { read } from "../model/json";
import { Prose } from "../parts/parts";
import { Choice, Plain } from "./boxes";
import { Rows } from "./rows";
import { label, type Given, type Slot } from "./slot";
import { Typed } from "./typed";
import { Variables } from "./variables";

export const Setting = memo(function Setting(given: Given) {
  const slot = { ...given, value: given.raw === undefined ? undefined : read(given.raw) };
  const f = slot.field;
  const id = "about-" + f.name;
  return (
    <div className={"setting" + (slot.problems.some((p) => p.severity === "error") ? " bad" : "")} data-field={f.name}>
      <div className="label"><span>{label(f, slot.type)}</span>{f.required && <abbr title="required">*</abbr>}{f.shape !== "choice" && f.shape !== "bool" && <small>{f.takes}</small>}</div>
      <Control slot={slot} about={id} />
      <Variables kit={slot.kit} value={slot.value} />
      <About id={id} text={f.doc} />
      {slot.problems.map((p, i) => <Wrong key={i} problem={p} />)}
    </div>
  );
}, alike);

export function Wrong({ problem: p }: { problem: Problem }) {
  return <p className={p.severity === "error" ? "failure" : "warned"} role="status">{p.severity === "error" ? "✕ " : "! "}{p.message}{p.hint && <small> {p.hint}</small>}</p>;
}

function Control({ slot, about }: { slot: Slot; about: string }) {
  const { field: f, value, put, pointer } = slot;
  const name = label(f, slot.type);
  switch (f.shape) {
    case "choice":
      return value?.kind === "array" ? <Typed slot={slot} pointer={pointer} value={value} label={name} /> : <Choice slot={slot} about={about} />;
    case "bool": {
      const on = value ? value.value === true : f.default === "true";
      const set = (next: boolean) => put(pointer, String(next) === (f.default || "false") ? undefined : String(next));
      return <label className="check"><input type="checkbox" checked={on} aria-describedby={about} onChange={(e) => set(e.target.checked)} /> {name}</label>;
    }
    case "int":
    case "size":
    case "duration":
      return <Plain slot={slot} about={about} />;
    case "object":
    case "inputs":
    case "types":
    case "json":
      return <Entries slot={slot} label={name} />;
    default:
      return <Typed slot={slot} pointer={pointer} value={value} label={name} />;
  }
}

// Entries is an object, by its entries or as JSON: as it was when the form was opened, so that no field goes while it is
// typed in.
function Entries({ slot, label: name }: { slot: Slot; label: string }) {
  const { value } = slot;
  const [rows, setRows] = useState(value ? value.kind === "object" : slot.field.shape !== "json");
  const may = !value || value.kind === "object";
  return (
    <>
      {rows && may ? <Rows slot={slot} /> : <Typed slot={slot} pointer={slot.pointer} value={value} label={name} />}
      {may && <button className="link" onClick={() => setRows(!rows)}>{rows ? "as JSON" : "as fields"}</button>}
    </>
  );
}

// About is what a setting does: its first sentence, and the rest when it is asked for.
function About({ id, text }: { id: string; text: string }) {
  const [all, setAll] = useState(false);
  const first = firstSentence(text);
  return (
    <small className="about" id={id}>
      <Prose text={all ? text : first} />
      {text.length > first.length + 1 && <> <button className="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? "less" : "more"}</button></>}
    </small>
  );
}
