import { useEffect, useState } from "../lib";
import type { Checked, DraftProblem } from "../api/ask";
import { check } from "../api/ask";
import { defaults, type Section, type SettingKey } from "../api/settings";
import { edit } from "../model/changes";
import { isDirty, type Doc } from "../model/doc";
import { editable, loadDocument, save } from "../model/drafts";
import { setTexts } from "../model/edit";
import { get, tryRead, type Json } from "../model/json";
import type { State } from "../model/model";
import { Prose } from "../parts/parts";
import { Texts } from "../parts/texts";

export const isDefaults = (key: string): boolean => key.endsWith("/defaults.json");

// Settings are what a folder says once for all of its workflows: its defaults.json as a form.
export function Settings({ state }: { state: State }) {
  const [is, set] = useState<Awaited<ReturnType<typeof defaults>> | null>(null);
  const [chosen, choose] = useState("");
  const key = chosen || (is?.keys[0] ?? "");
  const doc = state.docs[key];
  const checked = useChecked(state, doc);
  useEffect(() => void defaults().then(set, () => undefined), [state.project]);
  useEffect(() => {
    if (key) void loadDocument(key).catch(() => undefined);
  }, [key, state.project]);
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => (e.ctrlKey || e.metaKey) && e.key === "s" && (e.preventDefault(), void save(key));
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [key]);
  if (is && is.keys.length === 0) return <main className="settings-page"><p className="empty">Begin a workflow first: its folder has the settings.</p></main>;
  if (!is || !doc) return <main className="settings-page" aria-busy="true" />;
  const root = doc.text.trim() === "" ? undefined : tryRead(doc.text);
  return (
    <main className="settings-page">
      <div className="heading">
        <h1>Project</h1> <code>{key}</code> <span className="grow" />
        <span className="hint" role="status">{isDirty(doc) ? "not saved, kept as a draft" : state.said}</span>
        {is.keys.length > 1 && <select aria-label="Folder" value={key} onChange={(e) => choose(e.target.value)}>{is.keys.map((k) => <option key={k}>{k}</option>)}</select>}
        <button className="primary" disabled={!isDirty(doc) || !editable(state)} onClick={() => void save(key)}>Save</button>
      </div>
      {root === null ? <p className="failure" role="alert">The file is no JSON: correct it in an editor.</p> : is.sections.map((s) => <Part key={s.name} section={s} doc={doc} root={root} state={state} checked={checked} />)}
      <Others checked={checked} sections={is.sections} />
    </main>
  );
}

type Shown = { section: Section; doc: Doc; root: Json | undefined; state: State; checked: Checked | null };

function Part({ section, doc, root, state, checked }: Shown) {
  return (
    <section aria-label={section.title}>
      <h2>{section.title}</h2>
      <p className="hint">{section.doc}</p>
      {section.keys.map((k) => {
        const value = get(get(root, section.name), k.name);
        const items = value?.kind === "string" ? [String(value.value)] : (value?.items ?? []).map((i) => String(i.value ?? ""));
        const wrong = problemsAt(checked, section.name, k.name);
        return (
          <div key={k.name} className={"setting" + (wrong.some((p) => p.severity === "error") ? " bad" : "")} data-key={section.name + "." + k.name}>
            <div className="label"><span>{k.title}</span></div>
            <Texts name={k.name} of={k.title} items={items} known={knownFor(k, state, doc.key)} write={(list, join) => edit(doc.key, (text) => setTexts(text, section.name, k.name, list), { label: "set " + k.title, join: join ? k.name : "" })} />
            <small className="about"><Prose text={k.doc} /></small>
            {wrong.map((p, i) => <Wrong key={i} problem={p} />)}
          </div>
        );
      })}
    </section>
  );
}

const problemsAt = (c: Checked | null, section: string, key: string): DraftProblem[] => (c?.problems ?? []).filter((p) => (p.pointer + "/").startsWith(`/${section}/${key}/`) && p.workflow === "");

// Others are what is wrong elsewhere: in the file as such, and in workflows because of it.
function Others({ checked, sections }: { checked: Checked | null; sections: Section[] }) {
  const others = (checked?.problems ?? []).filter((p) => !sections.some((s) => s.keys.some((k) => problemsAt(checked, s.name, k.name).includes(p))));
  if (others.length === 0) return null;
  return <section aria-label="Elsewhere"><h2>Elsewhere</h2>{others.map((p, i) => <Wrong key={i} problem={p} where />)}</section>;
}

function Wrong({ problem: p, where }: { problem: DraftProblem; where?: boolean }) {
  return <p className={p.severity === "error" ? "failure" : "warned"} role="status">{where && <code>{p.file}:{p.line} </code>}{p.severity === "error" ? "✕ " : "! "}{p.message}{p.hint && <small> {p.hint}</small>}</p>;
}

// knownFor are the names that a text may be.
function knownFor(k: SettingKey, state: State, key: string): string[] {
  if (k.of === "variable") return (state.kit?.env ?? []).filter((v) => v.uses.length > 0).map((v) => v.name);
  const tables = k.of === "column" ? state.kit?.folders.find((f) => key.startsWith(f.dir + "/"))?.tables : [];
  return (tables ?? []).flatMap((t) => (t.columns ?? []).map((c) => t.name + "." + c.name));
}

// useChecked asks what is wrong in the file as it would be saved.
function useChecked(state: State, doc: Doc | undefined): Checked | null {
  const [is, set] = useState<Checked | null>(null);
  useEffect(() => {
    if (!doc || doc.text.trim() === "") return set(null);
    let gone = false;
    void check(doc).then((c) => !gone && set(c), () => undefined);
    return () => void (gone = true);
  }, [doc?.key, doc?.text, state.project]);
  return is;
}
