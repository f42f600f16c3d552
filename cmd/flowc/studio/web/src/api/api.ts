// What the server answers, and how it is asked: with the key that came in the address, never by a cookie.

export type Pair = { name: string; value: string };
export type Blank = {
  name: string;
  in: string;
  type: string;
  required: boolean;
  hidden: boolean;
  doc: string;
  example: unknown;
  file?: Upload | null; // of a file, the one that was chosen
  was?: string; // what is known of a value that is not
};
export type Form = {
  method: string;
  path: string;
  fields: Blank[];
  headers: Pair[];
  user: string;
  signed: boolean;
  body: boolean; // a request may have one
  free: Free | null; // what is sent in place of the fields of the body
};
// Free is a body that is typed as text, and headers beside it.
export type Free = { type: string; text: string; headers: Pair[] };
export type Route = {
  workflow: string;
  entry: string;
  name: string; // of the entry's node
  type: string; // of that
  method: string;
  path: string;
  protection: string;
  about: string;
  form: Form;
  last: number;
};
export type WorkflowItem = {
  key: string;
  name: string;
  about: string;
  errors: number;
  warnings: number;
  routes: number;
};
export type Problem = {
  code: string;
  severity: string;
  message: string;
  hint: string;
  file: string;
  line: number;
  column: number;
  workflow: string;
  node: string;
  output: string;
  loose: boolean; // which must be connected
  mends: boolean;
  does: string; // what the mend does, "" where there is none
};
export type Project = {
  project: string;
  dir: string;
  base: string;
  log: string;
  running: { serving: boolean; since: string; stale: boolean; building: boolean; why: string; held: { workflow: string; since: string | null }[] | null };
  failure: string;
  routes: Route[];
  called: { workflow: string; form: Form }[]; // workflows that others call
  workflows: WorkflowItem[];
  problems: Problem[];
  kept: string[];
};
export type Output = { name: string; doc: string; required: boolean; wired: boolean };
export type ViewNode = {
  id: string;
  name: string;
  type: string;
  kind: string;
  says: string;
  x: number;
  y: number;
  entry: boolean;
  answers: boolean;
  protected: boolean;
  outputs: Output[];
  region: string;
  calls: string; // the workflow that it calls, "" for none
  proof: string; // which engines have proved its statement, "" where it has none
};
export type Wire = { from: string; to: string; output: string; label: string; guard: boolean; index?: number };
export type Note = { id: string; text: string; position: { x: number; y: number } };
export type Workflow = {
  key: string;
  name: string;
  about: string;
  view: { nodes: ViewNode[] | null; wires: Wire[] | null };
  notes: Note[];
  source: string;
  go: string;
  lines: { node: string; from: number; to: number }[];
  broken: boolean;
};
export type Visit = {
  seq: number;
  node: string;
  attempt: string;
  output: string;
  entered: string;
  duration: number;
  left: boolean;
  error: string;
  inputs: unknown;
  values: unknown;
  cut: number;
};
// Upload is a file that is sent, its data as base64.
export type Upload = { name: string; type: string; data: string };
export type Execution = {
  id: string;
  workflow: string;
  entry: string;
  method: string;
  path: string;
  status: number;
  began: string;
  duration: number;
  state: string;
  failed: string;
  error: string;
  late: boolean; // it failed after the answer
  visits?: Visit[];
  dropped: string;
  beside?: boolean; // it ran beside the server, up to a node or as a call
};
// Here is what a run beside the server does on the way, or what came of it.
export type Here = { entry: string; effects: string[]; why: string; status: number; output: string; values: unknown; execution: Execution | null };
export type Watched = {
  list: Execution[];
  seen: number;
  lean: { gone: number; values: number; nodes: number };
};
export type Answered = {
  status: number;
  headers: Record<string, string[]> | null;
  body: string;
  cut: boolean;
  hidden: string[];
  kept: string[];
  sent: string;
  duration: number;
  error: string;
};
export type NodeType = {
  type: string;
  title: string;
  doc: string;
  entry: boolean;
  answers: boolean;
  mode: string; // the field that decides which others mean something, or ""
  group: string;
  icon: string[]; // paths
  also: string[]; // names that others have for it
  words: string[]; // what people type who look for it
  fresh: Record<string, unknown> | null; // the data of a new node
  fields: Field[];
  outputs: { name: string; doc: string; required: boolean; refuses: boolean; when: When }[];
};
export type Field = {
  name: string;
  takes: string;
  shape: string;
  doc: string;
  required: boolean;
  default: string;
  enum: string[];
  min: number;
  max: number; // 0, with min, is no bound
  noun: string;
  several: boolean;
  needed: When;
  when: When;
  variants: Variant[]; // that an object is one of, by its key "type"; none where it has any keys
};
// Variant is one of the forms of an object, with the keys that it then has.
export type Variant = { type: string; title: string; keys: { name: string; doc: string; required: boolean }[] };
// When says where a field or output means something; null is everywhere.
export type When = { field: string; values: string[]; also: When; absent: string } | null;
export type Explanation = {
  code: string;
  title: string;
  doc: string;
  why: string;
  bad: string;
  want: string;
  good: string;
};

const stored = "flowc-studio-key";

const others = new BroadcastChannel(stored); // tabs of this browser on the same address
let asks = false; // this tab has no key, or one that is refused

// takeKey moves the key from the address to where it ends with the tab.
export function takeKey(): void {
  const found = /^#key=([A-Za-z0-9]+)/.exec(location.hash);
  if (found?.[1]) {
    keep(found[1]);
    history.replaceState(null, "", "/#/");
  }
  if (!sessionStorage.getItem(stored)) askOthers();
}

// giveKey takes what a person gives: the key, or the address that holds it.
export function giveKey(text: string): boolean {
  const found = /(?:^|#key=)([A-Za-z0-9]{20,})\s*$/.exec(text.trim());
  if (found?.[1]) keep(found[1]);
  return !!found;
}

// askOthers asks the other tabs for their key.
export function askOthers(): void {
  asks = true;
  others.postMessage({ asks: true });
}

others.onmessage = (e: MessageEvent<{ asks?: boolean; key?: string }>) => {
  const mine = sessionStorage.getItem(stored);
  if (e.data.asks && mine && !asks) others.postMessage({ key: mine });
  if (e.data.key && asks) keep(e.data.key);
};

function keep(key: string): void {
  asks = false;
  sessionStorage.setItem(stored, key);
}

export class Refused extends Error {}

// Unanswered says that there is no server just now.
export class Unanswered extends Error {}

// Stale says that a file is not what a change of it was based on.
export class Stale extends Error {
  constructor(readonly disk: { text: string; revision: string }) {
    super("the file has changed on disk");
  }
}

export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, {
    ...init,
    headers: { Authorization: "Bearer " + (sessionStorage.getItem(stored) ?? "") },
  }).catch((e: Error) => Promise.reject(new Unanswered(e.message)));
  if (answer.status === 401) throw new Refused(await answer.text());
  if (answer.status === 409) throw new Stale((await answer.json()) as Stale["disk"]);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}

export async function get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const text = new URLSearchParams(query).toString();
  return (await call(text ? path + "?" + text : path)).json() as Promise<T>;
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return (await call(path, { method: "POST", body: JSON.stringify(body) })).json() as Promise<T>;
}

// listen calls heard with what has changed, until the server goes away.
export async function listen(heard: (changed: Record<string, boolean>) => void, signal: AbortSignal): Promise<void> {
  const answer = await call("/api/events", { signal });
  const lines = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await lines.read();
    if (done) return;
    rest += value;
    const whole = rest.split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) heard(JSON.parse(line) as Record<string, boolean>);
  }
}
