import { useEffect, useRef } from "../lib";
import { pressedBeside } from "../parts/parts";

const keys: [string, [string, string][]][] = [
  ["Everywhere", [["Ctrl K", "Search nodes, workflows, routes, settings, commands"], ["?", "List the keys"], ["h", "Home"], ["r  w  n  g  p", "Run, Watch, Node, Go, Problems"]]],
  ["Draw", [
    ["a", "Add a node"], ["/", "Find a node type"], ["Tab", "Add after the chosen node"], ["c", "Connect the chosen node"], ["Enter", "Into the form of the chosen node"], ["F2", "Rename it"],
    ["o", "Open the workflow that it calls"], ["Del", "Delete what is chosen"], ["Esc", "Choose nothing"], ["t", "Tidy up"], ["Shift F10", "What can be done with it"],
  ]],
  ["Move", [["Alt ← → ↑ ↓", "Choose the next node in a direction"], ["← → ↑ ↓", "Move the chosen nodes"], ["f", "Show all"]]],
  ["Change", [
    ["Ctrl S", "Save"], ["Ctrl Z", "Undo"], ["Ctrl Shift Z", "Do again"], ["Ctrl C  Ctrl X  Ctrl V", "Copy, cut, paste"], ["Ctrl A", "Choose all"],
  ]],
];

// Help lists the keys.
export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => void dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="help" aria-label="Keys" onClose={close} onMouseDown={(e) => pressedBeside(e, close)}>
      <div className="heading"><h2>Keys</h2><span className="grow" /><button onClick={close}>Close</button></div>
      <div className="columns">
        {keys.map(([title, list]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>{list.map(([key, what]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
