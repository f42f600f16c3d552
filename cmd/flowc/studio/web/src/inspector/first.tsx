const steps: [string, string][] = [
  ["Choose what starts it", "Its method, path and fields come next."],
  ["Add what it does", "Press + at an output: what may follow is listed."],
  ["End with a Response", "Every output that needs one says so."],
  ["Press Send in Run", "The path of the request is lit on the canvas."],
];
const keys: [string, string][] = [["a", "add a node"], ["c", "connect"], ["F2", "rename"], ["Ctrl Z", "undo"], ["Ctrl S", "save"], ["?", "all keys"]];

// First are the steps to a first answer, beside a workflow in which nothing is drawn.
export function First() {
  return (
    <section className="first" aria-label="First steps">
      <h3>The way to a first answer</h3>
      <ol>{steps.map(([what, how]) => <li key={what}><div><strong>{what}</strong><small>{how}</small></div></li>)}</ol>
      <h4>Keys</h4>
      <ul>{keys.map(([key, does]) => <li key={key}><kbd>{key}</kbd> {does}</li>)}</ul>
    </section>
  );
}
