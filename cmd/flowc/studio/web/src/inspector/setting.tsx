import { memo, useState } from "../lib";
import type React from "react";
import type { Problem } from "../api/api";
import { alike } from "../model/alike";
import { firstSentence } from "../model/catalog";
import { read } from "../model/json";
import { Prose } from "../parts/parts";
import { Choice, Plain } from "./boxes";
import { Entries, isTable } from "./entries";
import { Fixes } from "./fixes";
import { inWords, label, type Given, type Slot } from "./slot";
import { Typed } from "./typed";
import { Variables } from "./variables";

export const Setting = memo(function Setting(given: Given) {
  const slot = { ...given, value: given.raw === undefined ? undefined : read(given.raw) };
  const f = slot.field;
  const id = "about-" + f.name;
  const empty = given.raw === undefined;
  const name = label(f, slot.type);
  const takes = f.shape !== "choice" && f.shape !== "bool" && !isTable(f.shape) && f.variants.length === 0 && f.takes !== name;
  const [left, leave] = useState(!empty); // nothing is red before a field was left; what lacks is needed, and not red either
  const quiet = (p: Problem) => (empty && f.required) || (f.variants.length > 0 && p.code === "FC201"); // which its boxes say
  const problems = slot.problems.filter((p) => p.severity !== "error" || (left && !quiet(p)));
  const blurred = (e: React.FocusEvent<HTMLElement>) => !left && !empty && !e.currentTarget.contains(e.relatedTarget) && leave(true);
  return (
    <div className={"setting" + (problems.some((p) => p.severity === "error") ? " bad" : "")} data-field={f.name} onBlur={blurred}>
      <div className="label"><span>{name}</span>{takes && <small>{f.takes}</small>}{f.required && empty && <span className="needed">needed</span>}</div>
      <Control slot={{ ...slot, problems }} about={id} />
      <Variables kit={slot.kit} value={slot.value} />
      <About id={id} text={inWords(f.doc, slot.type)} />
      {problems.map((p, i) => <Wrong key={i} problem={p} />)}
    </div>
  );
}, alike);

export function Wrong({ problem: p }: { problem: Problem }) {
  const failed = p.severity === "error" && !p.loose; // an output that lacks its wire is what is being drawn
  return <p className={failed ? "failure" : "warned"} role="status">{failed ? "✕ " : "! "}{p.message}{p.hint && <small> {p.hint}</small>} <Fixes problem={p} draws /></p>;
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
    default:
      if (isTable(f.shape)) return <Entries slot={slot} label={name} shape={f.shape} />;
      return <Typed slot={slot} pointer={pointer} value={value} label={name} />;
  }
}

// About is what a setting does: its first sentence, and the rest when it is asked for.
function About({ id, text }: { id: string; text: string }) {
  const [all, setAll] = useState(false);
  const first = firstSentence(text);
  return (
    <small className="about" id={id}>
      <Prose text={all ? text : first} />
      {text.length > first.length + 1 && <> <button className="why-button" aria-expanded={all} aria-label={all ? "less" : "more about it"} onClick={() => setAll(!all)}>?</button></>}
    </small>
  );
}
