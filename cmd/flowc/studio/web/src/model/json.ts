// JSON read with the place of everything in its text, so that a change is made where it is meant, and all else stays as it is
// written, byte by byte.

export type Json = {
  kind: "object" | "array" | "string" | "number" | "boolean" | "null";
  start: number; // in UTF-16 units of the text
  end: number;
  value: string | boolean | null; // of scalars: text decoded, numbers as written
  items: Json[];
  members: Member[];
};
export type Member = { key: string; start: number; value: Json }; // start is that of the key's quote

export class NoJson extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

const deepest = 200; // the compiler refuses what is nested deeper than half of that

// read reads a whole text as JSON, and throws NoJson where it is none.
export function read(text: string): Json {
  const reader = new Reader(text);
  const root = reader.value(0);
  reader.space();
  if (reader.at < text.length) throw new NoJson(reader.at, "nothing may follow the value");
  return root;
}

// tryRead is read, with null where the text is no JSON.
export function tryRead(text: string): Json | null {
  try {
    return read(text);
  } catch (e) {
    if (e instanceof NoJson) return null;
    throw e;
  }
}

class Reader {
  at = 0;
  constructor(readonly text: string) {}

  space(): void {
    while (/[ \t\n\r]/.test(this.text[this.at] ?? "")) this.at++;
  }

  value(depth: number): Json {
    this.space();
    if (depth > deepest) throw new NoJson(this.at, "it is nested too deep");
    const node: Json = { kind: "null", start: this.at, end: 0, value: null, items: [], members: [] };
    const c = this.text[this.at];
    if (c === "{") this.object(node, depth);
    else if (c === "[") this.array(node, depth);
    else if (c === '"') Object.assign(node, { kind: "string", value: this.string() });
    else this.word(node);
    node.end = this.at;
    return node;
  }

  object(node: Json, depth: number): void {
    node.kind = "object";
    this.list("}", () => {
      const start = this.at;
      if (this.text[this.at] !== '"') throw new NoJson(this.at, "a name in quotes is wanted");
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ":") throw new NoJson(this.at, 'a ":" is wanted');
      this.at++;
      node.members.push({ key, start, value: this.value(depth + 1) });
    });
  }

  array(node: Json, depth: number): void {
    node.kind = "array";
    this.list("]", () => node.items.push(this.value(depth + 1)));
  }

  // list reads what stands between brackets, with commas.
  list(close: string, item: () => void): void {
    this.at++;
    this.space();
    if (this.text[this.at] === close) {
      this.at++;
      return;
    }
    for (;;) {
      this.space();
      item();
      this.space();
      const c = this.text[this.at];
      if (c !== "," && c !== close) throw new NoJson(this.at, `a "," or a "${close}" is wanted`);
      this.at++;
      if (c === close) return;
    }
  }

  string(): string {
    const found = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
    found.lastIndex = this.at;
    const raw = found.exec(this.text)?.[0];
    if (raw === undefined) throw new NoJson(this.at, "this text does not end, or holds what must be escaped");
    this.at += raw.length;
    return JSON.parse(raw) as string;
  }

  word(node: Json): void {
    const found = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    found.lastIndex = this.at;
    const raw = found.exec(this.text)?.[0];
    if (!raw) throw new NoJson(this.at, "a value is wanted");
    this.at += raw.length;
    if (raw === "null") return;
    if (raw === "true" || raw === "false") Object.assign(node, { kind: "boolean", value: raw === "true" });
    else Object.assign(node, { kind: "number", value: raw });
  }
}

// get is the member of an object by its name, the last one where there are several.
export function get(node: Json | undefined, key: string): Json | undefined {
  return node?.members.findLast((m) => m.key === key)?.value;
}

export const textOf = (node: Json | undefined): string => (node?.kind === "string" ? (node.value as string) : "");
export const numberOf = (node: Json | undefined): number => (node?.kind === "number" ? Number(node.value) : 0);

// follow finds what a JSON Pointer (RFC 6901) names.
export function follow(node: Json, pointer: string): Json | undefined {
  let at: Json | undefined = node;
  for (const part of pointer.split("/").slice(1)) {
    const key = unescape(part);
    at = at?.kind === "array" ? at.items[Number(key)] : get(at, key);
  }
  return at;
}

const unescape = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");
export const escape = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
