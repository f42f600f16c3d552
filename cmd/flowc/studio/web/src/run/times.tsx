import type { Execution } from "../api/api";
import type { State } from "../model/model";
import { dispatch } from "../model/now";
import { duration } from "../model/text";
import { Tile } from "../parts/tile";

const most = 8; // nodes

// Times are the nodes that a request took longest in, beside one another.
export function Times({ state, execution: x }: { state: State; execution: Execution }) {
  const spent = (state.workflow?.view.nodes ?? []).flatMap((node) => {
    const all = (x.visits ?? []).filter((v) => v.node === node.name && v.left);
    return all.length > 0 ? [{ node, took: all.reduce((sum, v) => sum + v.duration, 0) }] : [];
  });
  const longest = spent.sort((a, b) => b.took - a.took).slice(0, most);
  if (longest.length < 2) return null;
  return (
    <section className="times" aria-label="Where the time went">
      <h4>Where the time went</h4>
      <ul>
        {longest.map(({ node, took }) => (
          <li key={node.id}>
            <button type="button" onClick={() => dispatch({ do: "node", node: node.id, panel: "node" })}>
              <Tile type={node.type} small /> <span>{node.name}</span> <meter min={0} max={longest[0]!.took} value={took} aria-label={"share of " + node.name} /> <span className="took">{duration(took)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
