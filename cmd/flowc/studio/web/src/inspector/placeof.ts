// Where a problem is, in the words of the page: created › Body › number.
import type { Problem } from "../api/api";
import type { DraftProblem } from "../api/ask";
import type { State } from "../model/model";
import { fieldOf } from "./settings";
import { label } from "./slot";

export function placeOf(s: State, p: Problem): string {
  const node = s.workflow?.view.nodes?.find((n) => n.id === p.node);
  const type = s.nodeTypes.find((t) => t.type === node?.type);
  if (!node || !type) return p.file.slice(p.file.lastIndexOf("/") + 1) + ":" + p.line;
  const parts = [node.name];
  if (p.output) parts.push("Output " + p.output);
  const field = type.fields.find((f) => f.name === fieldOf(p, type));
  if (field) parts.push(label(field, type.type));
  const inside = /^\/nodes\/\d+\/data\/(.*)/.exec((p as Partial<DraftProblem>).pointer ?? "")?.[1]?.split("/").slice(1) ?? []; // in the field
  return [...parts, ...inside.map((i) => i.replaceAll("~1", "/").replaceAll("~0", "~"))].join(" › ");
}
