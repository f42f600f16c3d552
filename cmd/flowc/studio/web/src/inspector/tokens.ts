// The words of a text by what they are in its language: SQL, an expression, JSON, or a text with references. It reads no grammar.

export type Language = "statement" | "expr" | "json" | "text";
export type Token = { from: number; to: number; kind: "key" | "lit" | "name" | "note" };

const keywords = new Set(
  ("all and any as asc begin between by case cast check collate conflict constraint create cross current_date current_time current_timestamp default " +
    "delete desc distinct do else end escape except excluded exists false fetch filter first following for foreign from full glob group having if ilike " +
    "in index inner insert intersect interval into is isnull join key last lateral left like limit natural no not nothing notnull null nulls of " +
    "offset on only or order outer over partition preceding primary range recursive references returning right row rows select set similar skip " +
    "table then to true unbounded union unique update using values view when where window with within locked")
    .split(" "),
);
const constants = new Set(["true", "false", "null", "and", "or", "not", "in"]);

// Each language has its words in the order in which they are tried: the first group that matches says what was found.
const words: Record<Exclude<Language, "text">, RegExp> = {
  statement: /(?<note>--[^\n]*|\/\*[^]*?(?:\*\/|$))|(?<ref>\{\{[^{}]*\}\})|(?<lit>'(?:[^']|'')*'?|\b\d+(?:\.\d+)?\b)|(?<quoted>"(?:[^"]|"")*"?)|(?<word>[\p{L}_][\p{L}\p{N}_]*)/gu,
  expr: /(?<lit>'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|\b\d+(?:\.\d+)?\b)|(?<word>[\p{L}_][\p{L}\p{N}_]*)/gu,
  json: /(?<member>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<ref>\{\{[^{}]*\}\})|(?<lit>"(?:[^"\\{]|\\.|\{(?!\{))*"|\b\d+(?:\.\d+)?\b)|(?<word>[a-z]+)/gu,
};

// tokensOf returns the tokens of a text in their order; what has no colour is in none.
export function tokensOf(text: string, language: Language): Token[] {
  if (language === "text") return references(text, 0);
  if (language === "expr") return expression(text, 0);
  return [...text.matchAll(words[language])].flatMap((m) => tokenOf(m, text, language));
}

function tokenOf(m: RegExpExecArray, text: string, language: Language): Token[] {
  const { note, ref, lit, member, word } = m.groups!;
  const [from, to] = [m.index, m.index + m[0].length];
  if (note !== undefined) return [{ from, to, kind: "note" }];
  if (ref !== undefined) return expression(ref.slice(2, -2), from + 2);
  if (lit !== undefined) return [{ from, to, kind: "lit" }];
  if (member !== undefined) return [{ from, to, kind: "name" }];
  if (word === undefined) return [];
  const known = language === "statement" ? keywords.has(word.toLowerCase()) : constants.has(word);
  if (known) return [{ from, to, kind: "key" }];
  return language !== "json" && /^\s*\(/.test(text.slice(to)) ? [{ from, to, kind: "name" }] : [];
}

const expression = (text: string, at: number): Token[] =>
  [...text.matchAll(words.expr)].flatMap((m) => tokenOf(m, text, "expr")).map((t) => ({ ...t, from: t.from + at, to: t.to + at }));

const references = (text: string, at: number): Token[] => [...text.matchAll(/\{\{([^{}]*)\}\}/g)].flatMap((m) => expression(m[1]!, at + m.index + 2));
