import * as api from "../api/api";
import { routeKey } from "../model/model";
import { dispatch } from "../model/now";

// send sends a request from this page. The canvas shows what becomes of it.
export async function send(route: api.Route, form: api.Form): Promise<void> {
  dispatch({ do: "execution", execution: null, follow: true });
  const body = { workflow: route.workflow, entry: route.entry, form: { ...form, fields: form.fields.map(({ was: _, ...f }) => f) } };
  const answer = await api.post<api.Answered>("/api/send", body).catch((e: Error) => unsent(e.message));
  dispatch({ do: "answer", route: routeKey(route), form, answer });
}

// unsent is what is shown where studio itself has not answered.
const unsent = (why: string): api.Answered => ({ status: 0, headers: null, body: "", cut: false, hidden: [], kept: [], sent: "", duration: 0, error: "not sent: " + why });
