import { useEffect, useRef, useState } from "../lib";
import { get } from "../api/api";
import { Markdown } from "../parts/markdown";

type Page = { name: string; title: string; summary: string; text: string };

// Docs shows the pages that flowc docs prints.
export function Docs() {
  const [pages, setPages] = useState<Page[]>([]);
  const [chosen, choose] = useState("start");
  const top = useRef<HTMLElement>(null);
  useEffect(() => void get<Page[]>("/api/docs").then(setPages, () => undefined), []);
  useEffect(() => {
    if (top.current) top.current.scrollTop = 0;
  }, [chosen]);
  const page = pages.find((p) => p.name === chosen);
  return (
    <main className="docs" aria-busy={pages.length === 0}>
      <nav aria-label="Pages">
        <ul>{pages.map((p) => <li key={p.name}><button aria-current={p === page ? "page" : undefined} title={p.summary} onClick={() => choose(p.name)}>{p.title}</button></li>)}</ul>
      </nav>
      <article ref={top} tabIndex={0} aria-label={page?.title}>{page && <Markdown text={page.text} open={choose} />}</article>
    </main>
  );
}
