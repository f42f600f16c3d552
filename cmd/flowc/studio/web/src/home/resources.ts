import type { Route } from "../api/api";

export type Resource = { name: string; routes: Route[] }; // "" is the name of none

// resourcesOf are the routes by the first part of their path that names something, in the order of the routes. Where no resource has
// two of them, they are one list.
export function resourcesOf(routes: Route[]): Resource[] {
  const all = new Map<string, Route[]>();
  for (const r of routes) all.set(resourceOf(r), [...(all.get(resourceOf(r)) ?? []), r]);
  if (![...all.values()].some((list) => list.length > 1) || all.size === 1) return [{ name: "", routes }];
  const several = [...all].filter(([, list]) => list.length > 1).map(([name, list]) => ({ name, routes: list }));
  const single = [...all.values()].filter((list) => list.length === 1).flat();
  return [...several, ...(single.length > 0 ? [{ name: "others", routes: single }] : [])];
}

// resourceOf is what a path is about: neither a prefix that all have, nor a version, nor a parameter.
const resourceOf = (r: Route): string => r.path.split("/").find((p) => p !== "" && p !== "api" && !/^v\d+$/.test(p) && !p.startsWith("{")) ?? "";
