import { get } from "../model/json";
import { membersOf } from "./members";
import { label, type Slot } from "./slot";
import { Typed } from "./typed";

// VariantRows choose one of the forms of an object, which has its own boxes. What two forms have in common stays.
export function VariantRows({ slot }: { slot: Slot }) {
  const { field: f, put, pointer, raw = "" } = slot;
  const { members, at, remove } = membersOf(slot, '""');
  const type = get(slot.value, "type");
  const chosen = f.variants.find((v) => v.type === type?.value);
  const named = type?.kind === "string" ? String(type.value) : "";
  const others = members.filter((m) => m.key !== "type" && !chosen?.keys.some((k) => k.name === m.key));
  const choose = (next: string) => {
    const keys = f.variants.find((v) => v.type === next)?.keys ?? [];
    const kept = members.filter((m) => keys.some((k) => k.name === m.key)).map((m) => `, ${JSON.stringify(m.key)}: ${raw.slice(m.value.start, m.value.end)}`);
    put(pointer, next === "" ? undefined : `{"type": ${JSON.stringify(next)}${kept.join("")}}`);
  };
  return (
    <>
      <select value={named} aria-label={label(f, slot.type)} aria-describedby={"about-" + f.name} onChange={(e) => choose(e.target.value)}>
        <option value="">{slot.value && !named ? "choose …" : "none"}</option>
        {f.variants.map((v) => <option key={v.type} value={v.type}>{v.title}</option>)}
        {named !== "" && !chosen && <option value={named}>{named}</option>}
      </select>
      {(chosen || others.length > 0) && (
        <ul className="rows variant">
          {chosen?.keys.map((k) => {
            const value = get(slot.value, k.name);
            return (
              <li key={chosen.type + k.name}>
                <span className="input-name">{label({ name: k.name }, "")} {!value && k.required && <span className="needed">needed</span>}</span>
                <Typed slot={slot} pointer={at(k.name)} value={value} label={label({ name: k.name }, "")} />
                <small className="about">{k.doc}</small>
              </li>
            );
          })}
          {others.map((m) => (
            <li key={m.key}>
              <span className="input-name"><code>{m.key}</code></span>
              <Typed slot={slot} pointer={at(m.key)} value={m.value} label={m.key} />
              <button className="link" aria-label={"take " + m.key + " away"} onClick={() => remove(m.key)}>✕</button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
