import type { Kit } from "./ask";
import type { Json } from "./json";

// Variables says of the environment variables that a setting reads whether they are set; never what they are.
export function Variables({ kit, value }: { kit: Kit | null; value: Json | undefined }) {
  const names = [...new Set(textsOf(value).flatMap((text) => [...text.matchAll(/\benv\.([A-Za-z_][A-Za-z0-9_]*)/g)].map((m) => m[1]!)))];
  if (!kit) return null;
  return <>{names.map((name) => <Variable key={name} kit={kit} name={name} />)}</>;
}

function Variable({ kit, name }: { kit: Kit; name: string }) {
  const known = kit.env?.find((v) => v.name === name);
  if (known?.set) return <small className="variable"><code>{name}</code> is set{known.from ? (known.from === "environment" ? " in the environment" : " in " + known.from) : ""}.</small>;
  return <small className="variable warned"><code>{name}</code> is not set yet: write it into .env, as <code>{name}=…</code></small>;
}

const textsOf = (v: Json | undefined): string[] =>
  !v ? [] : v.kind === "string" ? [v.value as string] : [...v.items.flatMap(textsOf), ...v.members.flatMap((m) => textsOf(m.value))];
