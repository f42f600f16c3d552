import { Handle, memo, Position } from "../lib";
import type { NodeProps } from "@xyflow/react";
import type { Problem, ViewNode } from "../api/api";
import type { Card, Frame, Sticky } from "./figures";
import { named } from "../model/measures";
import { duration } from "../model/text";
import { Tile } from "../parts/tile";

export const kinds = { card: memo(CardNode), sticky: memo(StickyNode), frame: memo(FrameNode) };

function CardNode({ data, selected }: NodeProps<Card>) {
  const { node: n, visits, lit, refused, dim, problems, ended, editable } = data;
  const last = visits[visits.length - 1];
  const failed = !!last?.error;
  const hangs = !!last && !last.left && !ended;
  const classes = ["card", n.entry && "entry", n.answers && "answers", n.protected && "protected", lit && "lit", refused && "refused", dim && "dim", selected && "chosen", failed && "failed", hangs && "hangs"];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      {!n.entry && <Handle type="target" position={Position.Left} isConnectable={editable} isConnectableStart={false} />}
      <div className="face">
        <Tile type={n.type} />
        <div>
          <div className="title"><strong>{n.name}</strong> {n.protected && <span className="shield" title="only known callers get here">◆</span>}</div>
          <div className="kind">{n.kind}</div>
        </div>
      </div>
      {n.says && <div className="says" title={n.says}><Says node={n} /></div>}
      {named(n).length > 0 && (
        <ul className="outputs">
          {named(n).map((o) => (
            <li key={o.name} className={(o.required && !o.wired ? "missing " : "") + (!o.wired ? "free" : "")}>
              {o.required && !o.wired && <span className="must">must be wired</span>} {o.name}
              <Handle type="source" id={o.name} position={Position.Right} isConnectable={editable} />
              {!o.wired && editable && <Plus data={data} output={o.name} must={o.required} />}
            </li>
          ))}
        </ul>
      )}
      {named(n).length === 0 && n.outputs.map((o) => <Handle key={o.name} type="source" id={o.name} position={Position.Right} isConnectable={editable} />)}
      {named(n).length === 0 && n.outputs.map((o) => !o.wired && editable && <Plus key={o.name} data={data} output={o.name} must={o.required || n.entry} />)}
      {last && (
        <div className="visit">
          {hangs ? "running …" : failed ? "✕ failed" : (refused ? "⊘ " : "") + (last.output ? last.output + " " : "")}
          {last.left && last.duration > 0 && " " + duration(last.duration)}
          {visits.length > 1 && " · " + visits.length + (last.attempt ? " attempts" : " times")}
        </div>
      )}
      {problems.length > 0 && <Marks problems={problems} />}
    </div>
  );
}

// Says is what a node does in a line: an answer's status as a pill of its class, an entry point's method as a badge.
function Says({ node: n }: { node: ViewNode }) {
  const route = n.entry ? /^([A-Z]+) (.+)$/.exec(n.says) : null;
  if (route) return <><span className="badge">{route[1]}</span> {route[2]}</>;
  return n.answers && /^[1-5]\d\d$/.test(n.says) ? <span className={"pill s" + n.says[0]}>{n.says}</span> : <>{n.says}</>;
}

// Plus asks what follows an output: always seen where something must, else while the card is pointed at or chosen.
function Plus({ data, output, must }: { data: Card["data"]; output: string; must: boolean }) {
  const ask = (e: { currentTarget: HTMLElement; stopPropagation(): void }) => {
    e.stopPropagation();
    const { right, top } = e.currentTarget.getBoundingClientRect();
    data.dispatch({ do: "ask", asking: { what: "after", node: data.node.id, output, at: null, screen: { x: right + 6, y: top - 10 } } });
  };
  return (
    <button className={"plus nodrag nopan" + (must ? " must" : "")} tabIndex={-1} aria-label={"add behind " + output + " of " + data.node.name} onClick={ask}>+</button>
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
  return <div className={"sticky" + (selected ? " chosen" : "")}>{data.text || <em>an empty note</em>}</div>;
}

function FrameNode({ data }: NodeProps<Frame>) {
  return <div className="frame"><span>{data.label}</span></div>;
}
