// A body that is typed as text, in place of its fields: whatever it is, it is sent byte for byte.
import type { Form, Free, Pair } from "../api/api";
import { pretty } from "../model/text";

const inBody = (form: Form) => form.fields.filter((f) => f.in === "body");

// freeOf is a body as its fields would be sent.
const freeOf = (form: Form): Free => ({
  type: "application/json", text: pretty(Object.fromEntries(inBody(form).map((f) => [f.name, f.example]))), headers: [],
});

export function FreeBody({ form, change }: { form: Form; change: (f: Form) => void }) {
  const free = form.free;
  if (!form.body) return null;
  if (!free) return <button type="button" className="link free-body" onClick={() => change({ ...form, free: freeOf(form) })}>Type the body as text</button>;
  const set = (more: Partial<Free>) => change({ ...form, free: { ...free, ...more } });
  return (
    <fieldset className="free">
      <legend>Body as text</legend>
      <label className="field"><span>Content-Type</span>
        <input value={free.type} spellCheck={false} autoComplete="off" onChange={(e) => set({ type: e.target.value })} />
      </label>
      <label className="field"><span>Body <small>sent as it is typed</small></span>
        <textarea rows={6} value={free.text} spellCheck={false} onChange={(e) => set({ text: e.target.value })} />
      </label>
      <Headers list={free.headers} set={(headers) => set({ headers })} />
      {inBody(form).length > 0 && <button type="button" className="link free-body" onClick={() => change({ ...form, free: null })}>Back to the fields</button>}
    </fieldset>
  );
}

function Headers({ list, set }: { list: Pair[]; set: (list: Pair[]) => void }) {
  const put = (i: number, more: Partial<Pair>) => set(list.map((h, j) => (i === j ? { ...h, ...more } : h)));
  return (
    <>
      {list.map((h, i) => (
        <div className="header-row" key={i}>
          <input aria-label={"name of header " + (i + 1)} placeholder="X-GitHub-Event" value={h.name} spellCheck={false} autoComplete="off" onChange={(e) => put(i, { name: e.target.value })} />
          <input aria-label={"value of header " + (i + 1)} value={h.value} spellCheck={false} autoComplete="off" onChange={(e) => put(i, { value: e.target.value })} />
          <button type="button" className="link" aria-label={"remove header " + (i + 1)} onClick={() => set(list.filter((_, j) => i !== j))}>✕</button>
        </div>
      ))}
      <button type="button" className="link free-body" onClick={() => set([...list, { name: "", value: "" }])}>Add a header</button>
    </>
  );
}
