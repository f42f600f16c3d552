import { routeKey, type State } from "../model/model";
import { clock, statusText } from "../model/text";
import { Status } from "../parts/parts";
import { ownOf } from "./answer";

// Shown says which request the canvas shows: the one that Run and Watch speak of too.
export function Shown({ state }: { state: State }) {
  const x = state.execution;
  if (!x) return null;
  const mine = state.project?.routes.some((r) => r.workflow === state.open && state.sends.some((s) => s.route === routeKey(r)) && ownOf(state, r, x));
  return (
    <span className="shown" role="status" title={x.method + " " + x.path}>
      {x.status ? <Status status={x.status} text={statusText(x.status)} /> : x.state} {x.beside ? "run beside the server" : mine ? "from this page" : "from elsewhere"}, {clock(x.began)}
    </span>
  );
}
