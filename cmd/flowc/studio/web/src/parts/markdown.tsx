import { memo, useMemo } from "../lib";
import { inline as marked } from "./rich";

// Block is a piece of a page in Markdown: what the pages of flowc docs are made of, and no more.
type Block =
  | { is: "heading"; level: number; text: string }
  | { is: "code" | "text" | "quote"; text: string }
  | { is: "list"; ordered: boolean; items: string[] }
  | { is: "table"; rows: string[][] };

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const last = blocks.at(-1);
    const before = i > 0 && lines[i - 1]!.trim() !== "";
    const heading = /^(#+) (.*)$/.exec(line);
    const item = /^\s*(-|\d+\.) (.*)$/.exec(line);
    if (line.startsWith("```")) {
      const from = i + 1;
      do i++;
      while (i < lines.length && !lines[i]!.startsWith("```"));
      blocks.push({ is: "code", text: lines.slice(from, i).join("\n") });
    } else if (line.trim() === "") continue;
    else if (heading) blocks.push({ is: "heading", level: heading[1]!.length, text: heading[2]! });
    else if (line.startsWith("|")) {
      const row = line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
      if (row.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (last?.is === "table" && before) last.rows.push(row);
      else blocks.push({ is: "table", rows: [row] });
    } else if (item) {
      if (last?.is === "list") last.items.push(item[2]!);
      else blocks.push({ is: "list", ordered: item[1] !== "-", items: [item[2]!] });
    } else if (last?.is === "list" && before) last.items.push(last.items.pop()! + " " + line.trim());
    else if ((last?.is === "text" || last?.is === "quote") && before) last.text += " " + line.replace(/^> ?/, "");
    else if (line.startsWith(">")) blocks.push({ is: "quote", text: line.replace(/^> ?/, "") });
    else if (!line.startsWith("![")) blocks.push({ is: "text", text: line });
  }
  return blocks;
}

type Shown = { text: string; open: (page: string) => void };

// Markdown shows a page as React elements; open opens another one by its name.
export const Markdown = memo(function Markdown({ text, open }: Shown) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return <>{blocks.map((b, i) => <Shape key={i} block={b} open={open} />)}</>;
});

function Shape({ block: b, open }: { block: Block; open: (page: string) => void }) {
  const inline = (text: string) => marked(text, open);
  switch (b.is) {
    case "heading":
      return b.level === 1 ? <h1>{inline(b.text)}</h1> : b.level === 2 ? <h2>{inline(b.text)}</h2> : <h3>{inline(b.text)}</h3>;
    case "code":
      return <pre tabIndex={0}>{b.text}</pre>;
    case "list": {
      const items = b.items.map((item, i) => <li key={i}>{inline(item)}</li>);
      return b.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return (
        <table>
          <thead><tr>{b.rows[0]!.map((cell, i) => (cell === "" ? <td key={i} /> : <th key={i} scope="col">{inline(cell)}</th>))}</tr></thead>
          <tbody>{b.rows.slice(1).map((row, i) => <tr key={i}>{row.map((cell, k) => <td key={k}>{inline(cell)}</td>)}</tr>)}</tbody>
        </table>
      );
    case "quote":
      return <blockquote>{inline(b.text)}</blockquote>;
    case "text":
      return <p>{inline(b.text)}</p>;
  }
}
