import { flushSync, useState } from "../lib";

// Name is written once it is whole: half of a name could be that of another entry.
export function Name({ name, label, done, next = ".cm-content" }: { name: string; label: string; done: (name: string) => void; next?: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    if (typed !== null && typed !== name) done(typed);
    setTyped(null);
  };
  return (
    <input
      value={typed ?? name} aria-label={label} placeholder="name" spellCheck={false} autoComplete="off" onChange={(e) => setTyped(e.target.value)} onBlur={finish}
      onKeyDown={(e) => {
        if (e.key !== "Enter" && !(e.key === "Tab" && !e.shiftKey && typed)) return;
        // The value comes next, which stands there once the name does: at once, so that who types on types into it.
        e.preventDefault();
        const row = e.currentTarget.closest("li");
        flushSync(finish);
        row?.querySelector<HTMLElement>(next)?.focus();
      }}
    />
  );
}
