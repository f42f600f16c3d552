// What keeps the model up to date: the server's news, the address, and what is chosen.
import { useCallback, useEffect, useSyncExternalStore } from "../lib";
import { alike } from "./alike";
import * as api from "../api/api";
import { loadDocument, useDraft } from "./drafts";
import type { State, View } from "./model";
import { dispatch, known, listen, now, type Dispatch } from "./now";
import { ordered } from "./order";

export type { Dispatch };

export function useStore(): State {
  const state = useSyncExternalStore(listen, now);
  useAddress();
  useNews();
  useDraft(state);
  useEffect(() => {
    if (state.open) void loadWorkflow(state.open);
  }, [state.open]);
  useEffect(() => {
    if (known().project) void loadExecutions(); // until then they come with the first news
  }, [state.open, state.filter]);
  const title = (state.workflow ? state.workflow.name + " · " : "") + (state.project?.project ?? "") + " · flowc studio";
  useEffect(() => {
    document.title = title; // of which a browser tells its window, also where it is the same
  }, [title]);
  return state;
}

// useAddress has the address say which workflow is open, so that going back goes back.
function useAddress(): void {
  useEffect(() => {
    const read = () => {
      api.takeKey();
      const found = /^#\/w\/(.+)$/.exec(location.hash);
      const view = views.find((v) => location.hash === "#/" + v) ?? "";
      dispatch({ do: "open", key: found?.[1] ? decodeURIComponent(found[1]) : "", view });
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
}

// open opens a workflow, or home, at once: what is typed next is not typed into the one before.
export const open = (key: string): void => {
  location.hash = key ? "#/w/" + encodeURIComponent(key) : "#/";
  dispatch({ do: "open", key });
};

const views: View[] = ["data", "outbox", "environment", "project", "docs"];

// openNode opens a workflow at one of its nodes.
export const openNode = (key: string, node: string): void => {
  open(key);
  dispatch({ do: "node", node, panel: "node" });
};

// look shows a view.
export const look = (view: View): void => {
  location.hash = "#/" + view;
  dispatch({ do: "open", key: "", view });
};

// openCalled opens the workflow that a node calls, and reports whether it calls one.
export function openCalled(s: State, node: string): boolean {
  const calls = s.workflow?.view.nodes?.find((n) => n.id === node)?.calls;
  if (calls) open(s.open.slice(0, s.open.lastIndexOf("/") + 1) + calls);
  return !!calls;
}

// useNews listens, and listens again where the server went away: it comes back under the same address.
function useNews(): void {
  const heard = useCallback((changed: Record<string, boolean>) => {
    if (changed["state"]) void loadProject();
    if (changed["executions"]) void loadExecutions();
    if (changed["outbox"]) dispatch({ do: "caught" });
  }, []);
  useEffect(() => {
    const leave = new AbortController();
    const run = async () => {
      while (!leave.signal.aborted) {
        try {
          await api.listen(heard, leave.signal);
          dispatch({ do: "lost", why: "flowc studio has ended; this page comes back with it" });
        } catch (e) {
          if (leave.signal.aborted) return;
          if (e instanceof api.Refused) api.askOthers();
          dispatch({ do: "lost", why: e instanceof api.Refused ? e.message : "flowc studio does not answer", refused: e instanceof api.Refused });
        }
        await new Promise((done) => setTimeout(done, 1000));
      }
    };
    void run();
    return () => leave.abort();
  }, [heard]);
}

const projects = ordered();
const workflows = ordered();
const choices = ordered();

async function loadProject(): Promise<void> {
  await quietly(async () => {
    const isNews = projects();
    const project = await api.get<api.Project>("/api/state");
    if (isNews()) dispatch({ do: "project", project });
    if (known().nodeTypes.length === 0) {
      dispatch({ do: "nodeTypes", nodeTypes: await api.get<api.NodeType[]>("/api/nodetypes") });
    }
    if (known().open) await loadWorkflow(known().open);
  });
}

async function loadWorkflow(key: string): Promise<void> {
  await quietly(async () => {
    const isNews = workflows();
    const workflow = await api.get<api.Workflow>("/api/workflow", { key });
    if (known().open !== key) return;
    if (isNews() && JSON.stringify(workflow) !== JSON.stringify(known().workflow)) dispatch({ do: "workflow", workflow });
    await loadDocument(key);
    await loadExecutions();
  });
}

let loading = false;
let again = false;

// loadExecutions asks for the list, once at a time: a busy server has news all the time.
async function loadExecutions(): Promise<void> {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  await quietly(async () => {
    const { open, workflow, filter } = known();
    if (open && !workflow) return;
    const query: Record<string, string> = { limit: open ? "200" : "500", status: filter.status, slower: filter.slower };
    if (workflow && !filter.all) query["workflow"] = workflow.name;
    const watched = await api.get<api.Watched>("/api/executions", query);
    if (known().open !== open || known().filter !== filter) return void (again = true);
    if (!alike(watched, known().watched)) dispatch({ do: "watched", watched });
    await followExecution(watched);
  });
  loading = false;
  if (again) {
    again = false;
    setTimeout(() => void loadExecutions(), 100);
  }
}

// followExecution shows the last execution of the open workflow among those that the server has just named, or what has become
// of the chosen one.
async function followExecution(watched: api.Watched): Promise<void> {
  const { workflow, execution, follow } = known();
  if (!workflow) return;
  const last = watched.list.find((x) => x.workflow === workflow.name);
  const wanted = follow ? last?.id : execution?.state === "running" ? execution.id : undefined;
  if (!wanted || (execution?.id === wanted && execution.state !== "running")) return;
  const key = known().open;
  const found = await api.get<api.Execution>("/api/execution", { id: wanted });
  if (known().open === key) dispatch({ do: "followed", execution: found, follow });
}

// showExecution shows the one that was chosen, and follows none from then on.
export async function showExecution(id: string, key: string): Promise<void> {
  dispatch({ do: "execution", execution: known().execution, follow: false });
  await quietly(async () => {
    const isNews = choices();
    const execution = await api.get<api.Execution>("/api/execution", { id });
    if (isNews() && known().open === key && !known().follow) dispatch({ do: "execution", execution, follow: false });
  });
}

// quietly leaves it to useNews to say that the server does not answer.
async function quietly(f: () => Promise<void>): Promise<void> {
  try {
    await f();
  } catch {
    return;
  }
}
