// What a mailed link asks of the project.
import type { Blank, Form, Route } from "../api/api";

// requestOf is the request that a link leads to: the route of its path, filled in with its parameters, those of the fragment too. A
// fragment without a name goes into the field that a token is for, else into the first. It is null where no route has the path.
export function requestOf(link: string, routes: Route[]): { route: Route; form: Form } | null {
  const url = new URL(link);
  for (const route of routes) {
    const values = pathValues(route.path, url.pathname);
    if (!values) continue;
    const bare = url.hash !== "" && !url.hash.includes("=") ? decoded(url.hash.slice(1)) : "";
    const given = new Map([...values, ...url.searchParams, ...(bare ? [] : new URLSearchParams(url.hash.slice(1)))]);
    const first = (route.form.fields.find((f) => /token|code|key/i.test(f.name)) ?? route.form.fields[0])?.name;
    const fill = (f: Blank): Blank => (given.has(f.name) ? { ...f, example: given.get(f.name) } : f.name === first && bare ? { ...f, example: bare } : f);
    if (given.size === 0 && !bare) continue;
    return { route, form: { ...route.form, fields: route.form.fields.map(fill) } };
  }
  return null;
}

// pathValues are the parameters of a path, null where it is another path.
function pathValues(pattern: string, path: string): [string, string][] | null {
  const [wanted, have] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== have.length) return null;
  const values: [string, string][] = [];
  for (const [i, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) values.push([name, decoded(have[i]!)]);
    else if (part !== have[i]) return null;
  }
  return values;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
