// How times, durations and values are written.

export function duration(ns: number): string {
  if (ns >= 1e10) return (ns / 1e9).toFixed(0) + " s";
  if (ns >= 1e9) return (ns / 1e9).toFixed(1) + " s";
  if (ns >= 1e7) return (ns / 1e6).toFixed(0) + " ms";
  if (ns >= 1e6) return (ns / 1e6).toFixed(1) + " ms";
  if (ns >= 1e3) return (ns / 1e3).toFixed(0) + " µs";
  return ns + " ns";
}

export function clock(time: string): string {
  const t = new Date(time);
  return isNaN(t.getTime()) ? "" : t.toTimeString().slice(0, 8);
}

export function pretty(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

export const mask = "••••"; // what logs hold in place of a value that nobody may read there

// readable is a value as text, which says "hidden" in place of what is masked.
export function readable(value: unknown, indent = 0): string {
  if (value === mask) return "hidden";
  return typeof value === "string" ? value : JSON.stringify(value, null, indent).replaceAll(JSON.stringify(mask), "hidden");
}

// cut is a text of so many characters at most.
export const cut = (text: string, longest: number): string => (text.length > longest ? text.slice(0, longest) + " …" : text);

// parsed is a text as JSON, or undefined where it is none.
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasons: Record<number, string> = {
  200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 302: "Found", 303: "See Other", 400: "Bad Request",
  401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large",
  415: "Unsupported Media Type", 422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error",
  502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
};

export const statusText = (status: number): string => (status ? status + " " + (reasons[status] ?? "") : "").trim();
