import type { ReactNode } from "react";
import { memo } from "../lib";

// Rich is text with headings, lists, emphasis, code and http(s) links, as Markdown writes them: elements alone, no markup of its own.
export const Rich = memo(function Rich({ text }: { text: string }) {
  return <>{blocksOf(text).map((b, i) => <Block key={i} lines={b} />)}</>;
});

const item = /^\s*(?:[-*]|\d+[.)])\s+/;
const heading = /^(#{1,3})\s+(.*)$/;

// blocksOf are the lines that belong together: the items of a list, a heading, a paragraph.
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let kind = "";
  for (const line of text.split("\n")) {
    const is = line.trim() === "" ? "" : item.test(line) ? "list" : heading.test(line) ? "heading" : "text";
    if (is !== "" && is === kind && is !== "heading") blocks.at(-1)!.push(line);
    else if (is !== "") blocks.push([line]);
    kind = is;
  }
  return blocks;
}

function Block({ lines }: { lines: string[] }) {
  const [first = ""] = lines;
  const head = heading.exec(first);
  if (head) return <strong className={"heading h" + head[1]!.length}>{inline(head[2]!)}</strong>;
  if (!item.test(first)) return <p>{lines.map((l, i) => <span key={i}>{i > 0 && <br />}{inline(l)}</span>)}</p>;
  const entries = lines.map((l, i) => <li key={i}>{inline(l.replace(item, ""))}</li>);
  return /^\s*\d/.test(first) ? <ol>{entries}</ol> : <ul>{entries}</ul>;
}

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^\s)]+\)|https?:\/\/[^\s<>")]+)/;

// inline is a line with its marks as elements. Where open is given, a link to another page of the documentation is a button that opens
// it, and one to a file beside is its words.
export function inline(text: string, open?: (page: string) => void): ReactNode[] {
  return text.split(marks).map((part, i) => {
    if (i % 2 === 0) return part;
    if (part.startsWith("`")) return <code key={i}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={i}>{inline(part.slice(2, -2), open)}</strong>;
    if (part.startsWith("*")) return <em key={i}>{part.slice(1, -1)}</em>;
    const [, label, href] = /^\[([^\]]+)\]\((.*)\)$/.exec(part) ?? [part, part, part];
    if (/^https?:\/\//.test(href)) return <a key={i} className="nodrag" href={href} target="_blank" rel="noreferrer noopener">{label}</a>;
    const page = /^([a-z-]+)\.md(?:#.*)?$/.exec(href)?.[1];
    if (!open) return part;
    return page ? <button key={i} className="link" onClick={() => open(page)}>{inline(label, open)}</button> : <span key={i}>{inline(label, open)}</span>;
  });
}
