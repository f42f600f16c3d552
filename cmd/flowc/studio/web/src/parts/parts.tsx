import { memo, useState } from "../lib";
import type { MouseEvent } from "react";
import { mask, parsed, readable } from "../model/text";

export function Status({ status, text }: { status: number; text: string }) {
  return <span className={"status s" + Math.floor(status / 100)}>{text}</span>;
}

// pressedBeside closes what stands over the page where it is pressed beside that: not by the second click of the two that have
// opened it, nor does that take the focus away.
export function pressedBeside(e: MouseEvent, close: () => void): void {
  if (e.target !== e.currentTarget) return;
  e.preventDefault();
  if (e.detail < 2) close();
}

// Prose is documentation: what stands between backticks is code.
export const Prose = memo(function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>;
});

export function Copy({ text, what }: { text: string; what: string }) {
  const [done, setDone] = useState(false);
  const copy = (e: { stopPropagation(): void }) => {
    e.stopPropagation();
    void navigator.clipboard.writeText(text).then(() => {
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    });
  };
  return <button className="copy" onClick={copy} aria-label={"copy " + what}>{done ? "copied" : "copy"}</button>;
}

// Values shows JSON as text. What is not for everybody's eyes is folded until it is clicked.
export function Values({ title, value, hidden = [] }: { title: string; value: unknown; hidden?: string[] }) {
  const [open, setOpen] = useState(false);
  const shut = !open && hidden.length > 0 && typeof value === "object" && value !== null && hidden.some((k) => k in value);
  const shown = shut ? folded(value as Record<string, unknown>, hidden) : value;
  return (
    <div className="values">
      <h4>{title}{shut && <button className="link" onClick={() => setOpen(true)}>show {hidden.join(", ")}</button>}</h4>
      <pre tabIndex={0}>{readable(shown, 2)}</pre>
    </div>
  );
}

function folded(value: Record<string, unknown>, hidden: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, hidden.includes(k) ? mask : v]));
}

export const bodyOf = (text: string): unknown => parsed(text) ?? text;
