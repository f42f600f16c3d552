import { useEffect, useRef, useState } from "../lib";
import { find } from "../model/catalog";
import type { State } from "../model/model";
import { open } from "../model/store";
import { pressedBeside } from "../parts/parts";
import { Tile } from "../parts/tile";
import { adds, cardsOf, make, suggested, type Card, type Wish } from "./cards";
import { useOne } from "./manage";

// GalleryDialog asks what a new workflow begins with.
export function GalleryDialog({ state, close }: { state: State; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => void dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="gallery-dialog" aria-label="New workflow" onClose={close} onMouseDown={(e) => pressedBeside(e, close)}>
      <div className="gallery-head"><h2>New workflow</h2><button aria-label="Close" onClick={close}>×</button></div>
      <Gallery state={state} done={close} />
    </dialog>
  );
}

// Gallery are the cards, and below them what the chosen one asks for.
export function Gallery({ state, done }: { state: State; done?: () => void }) {
  const cards = cardsOf(state);
  const [group, setGroup] = useState("All");
  const [text, setText] = useState("");
  const [key, choose] = useState("");
  if (!state.kit) return null;
  const chosen = cards.find((c) => c.key === key) ?? cards[0]!;
  const groups = ["All", ...new Set(cards.map((c) => c.group).filter(Boolean))];
  const shown = find(cards.filter((c) => group === "All" || c.group === group), text).map((f) => f.entry);
  return (
    <section className="gallery" aria-label="What to begin with">
      <div className="gallery-groups">
        <input type="search" placeholder="Find one" aria-label="Find one" value={text} autoComplete="off" spellCheck={false} onChange={(e) => setText(e.target.value)} />
        {groups.map((g) => (
          <button key={g} aria-pressed={g === group} onClick={() => setGroup(g)}>{g}<small>{cards.filter((c) => g === "All" || c.group === g).length}</small></button>
        ))}
      </div>
      <ul className="gallery-cards">
        {shown.map((c) => (
          <li key={c.key}>
            <button className="gallery-card" aria-pressed={c === chosen} onClick={() => choose(c.key)}><Chain types={c.types} /><strong>{c.title}</strong><small>{c.doc}</small></button>
          </li>
        ))}
        {shown.length === 0 && <li className="empty">Nothing is called so.</li>}
      </ul>
      <New key={chosen.key} state={state} card={chosen} focus={!!done || key !== ""} done={done} />
    </section>
  );
}

const most = 6; // tiles of a card

// Chain are the first node types of what a card stands for.
function Chain({ types }: { types: string[] }) {
  return <span className="chain">{types.slice(0, most).map((t, i) => <Tile key={i} type={t} small />)}{types.length > most && <small>+{types.length - most}</small>}</span>;
}

// New asks for what the chosen card needs, and begins with it.
type Begun = { state: State; card: Card; focus: boolean; done: undefined | (() => void) };

function New({ state, card, focus, done }: Begun) {
  const folders = state.kit?.folders ?? [];
  const [wish, set] = useState<Wish>({ name: "", folder: folders[0]?.dir ?? "", type: "", table: "" });
  const [said, say] = useState({ text: "", failed: false });
  const one = useOne();
  const name = suggested(state, card);
  const tables = (folders.find((f) => f.dir === wish.folder)?.tables ?? []).filter((t) => !t.view && t.key.length === 1);
  const table = wish.table || (tables[0]?.name ?? "");
  const change = (w: Partial<Wish>) => (set({ ...wish, ...w }), say({ text: "", failed: false }));
  const begin = async () => {
    if (card.starter) say({ text: "Beginning …", failed: false });
    try {
      open(await make(card, { ...wish, name: wish.name.trim() || name, table: card.preset?.table ? table : "" }));
      done?.();
      return !card.starter?.alone; // of a whole project there is one
    } catch (e) {
      say({ text: (e as Error).message, failed: true });
      return true;
    }
  };
  const lacks = card.preset?.table && tables.length === 0 ? "There is no table yet: make one under Data." : "";
  return (
    <form className="new" onSubmit={(e) => (e.preventDefault(), void one(begin))}>
      {!card.starter && <label>Name <input value={wish.name} placeholder={name} aria-label="Name of the new workflow" spellCheck={false} autoComplete="off" autoFocus={focus} onChange={(e) => change({ name: e.target.value })} /></label>}
      {card.key === "empty" && (
        <label>Begins with <select value={wish.type} aria-label="It begins with" onChange={(e) => change({ type: e.target.value })}>
          <option value="">GET route that answers</option>
          {state.nodeTypes.filter((t) => t.entry).map((t) => <option key={t.type} value={t.type}>{t.title}</option>)}
        </select></label>
      )}
      {card.preset?.table && tables.length > 0 && (
        <label>Table <select value={table} aria-label="Table" onChange={(e) => change({ table: e.target.value })}>{tables.map((t) => <option key={t.name}>{t.name}</option>)}</select></label>
      )}
      {folders.length > 1 && !card.starter?.alone && (
        <label>Folder <select value={wish.folder} aria-label="Folder" onChange={(e) => change({ folder: e.target.value, table: "" })}>{folders.map((f) => <option key={f.dir} value={f.dir}>{f.dir}</option>)}</select></label>
      )}
      {card.starter && <span className="adds">{adds(card.starter)}</span>}
      <button type="submit" className="primary" disabled={lacks !== ""}>Create</button>
      {(said.text || lacks) && <p className={said.failed ? "failure" : "hint"} role={said.failed ? "alert" : "status"}>{said.text || lacks}</p>}
    </form>
  );
}
