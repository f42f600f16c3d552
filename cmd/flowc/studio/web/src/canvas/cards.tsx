import { Handle, memo, Position } from "../lib";
import type { NodeProps } from "@xyflow/react";
import type { Output, Problem, ViewNode } from "../api/api";
import { border, handleAt, isNamed } from "../model/measures";
import { duration, statusText } from "../model/text";
import { Rich } from "../parts/rich";
import { Shield } from "../parts/shield";
import { Tile } from "../parts/tile";
import type { Card, Frame, Sticky } from "./figures";
import { GoneNode } from "./since";

export const kinds = { card: memo(CardNode), gone: GoneNode, sticky: memo(StickyNode), frame: memo(FrameNode) };

function CardNode({ data, selected }: NodeProps<Card>) {
  const { node: n, visits, taken, lit, refused, dim, found, problems, ended, editable, since } = data;
  const last = visits[visits.length - 1];
  const failed = !!last?.error;
  const turned = !!last?.output && last.output !== n.outputs[0]?.name; // another way than the first, which is neither good nor bad
  const hangs = !!last && !last.left && !ended;
  const classes = ["card", n.entry && "entry", n.answers && "answers", n.protected && "protected", lit && "lit", refused && "refused", dim && "dim", selected && "chosen", found && "found", failed && "failed", hangs && "hangs", since && "since-" + since];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      {!n.entry && <Handle type="target" position={Position.Left} isConnectable={editable} isConnectableStart={false} />}
      <div className="face">
        <Tile type={n.type} />
        <div>
          <div className="title"><strong>{n.name}</strong>{n.protected && <Shield title="only known callers get here" />}</div>
          <div className="says" title={n.kind + (n.says && ": " + n.says)}><Says node={n} /></div>
        </div>
      </div>
      {n.outputs.map((o) => <Handle key={o.name} type="source" id={o.name} position={Position.Right} isConnectable={editable} className={taken.includes(o.name) ? "taken" : o.wired ? "" : o.required ? "missing" : "free"} style={{ top: handleAt(n, o.name) - border }} />)}
      {n.outputs.length > 0 && (
        <ul className="outputs">
          {n.outputs.map((o) => <Out key={o.name} data={data} output={o} />)}
        </ul>
      )}
      {last && (
        <div className={"visit" + (turned ? " turned" : "")}>
          {hangs ? "running …" : failed ? "✕ failed" : (refused ? "⊘ " : !last.left ? "" : turned ? "→ " : "✓ ") + (last.output ? last.output + " " : "")}
          {last.left && last.duration > 0 && " " + duration(last.duration)}
          {visits.length > 1 && " · " + visits.length + (last.attempt ? " attempts" : " times")}
        </div>
      )}
      {problems.length > 0 && <Marks problems={problems} />}
      {since && <div className="since">{since === "new" ? "+ new" : "± changed"}</div>}
    </div>
  );
}

// Says is what a node does in a line: an answer's status as a pill of its class, an entry point's method as a badge.
function Says({ node: n }: { node: ViewNode }) {
  const route = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (.+)$/.exec(n.says);
  if (route) return <><span className="badge">{route[1]}</span> <code>{route[2]}</code></>;
  if (n.answers && /^[1-5]\d\d$/.test(n.says)) return <span className={"pill s" + n.says[0]}>{statusText(Number(n.says))}</span>;
  return n.says ? <code>{n.says}</code> : <>{n.kind}</>;
}

// Out is an output beside its handle: its name, and what asks for what follows. Where something must, that is always seen, else
// while the card is pointed at or chosen.
function Out({ data, output: o }: { data: Card["data"]; output: Output }) {
  const { node: n, dispatch, editable } = data;
  const must = !o.wired && (o.required || n.entry && o === n.outputs[0]);
  const ask = (e: { currentTarget: HTMLElement; stopPropagation(): void }) => {
    e.stopPropagation();
    const { right, top } = e.currentTarget.getBoundingClientRect();
    dispatch({ do: "ask", asking: { what: "after", node: n.id, output: o.name, at: null, screen: { x: right + 6, y: top - 10 } } });
  };
  return (
    <li style={{ top: handleAt(n, o.name) - border }} className={o.wired ? "" : must ? "missing" : "free"}>
      {!o.wired && editable && (
        <button className={"plus nodrag nopan" + (must ? " must" : "")} tabIndex={-1} aria-label={"add behind " + o.name + " of " + n.name} onClick={ask}>+{must && isNamed(o) && " " + o.name}</button>
      )}
      {isNamed(o) && !(must && editable) && <span>{o.name}</span>}
    </li>
  );
}

function Marks({ problems }: { problems: Problem[] }) {
  const error = problems.some((p) => p.severity === "error");
  return (
    <div className={"mark " + (error ? "error" : "warning")} title={problems.map((p) => p.message).join("\n")}>
      {error ? "✕" : "!"} {problems.length}<span className="unseen"> {problems.length === 1 ? "problem" : "problems"}</span>
    </div>
  );
}

function StickyNode({ data, selected }: NodeProps<Sticky>) {
  return <div className={"sticky" + (selected ? " chosen" : "")}>{data.text ? <Rich text={data.text} /> : <em>an empty note</em>}</div>;
}

function FrameNode({ data }: NodeProps<Frame>) {
  return <div className="frame"><span>{data.label}</span></div>;
}
