// What is drawn anew. The library draws each node and each wire anew that is another object than before, and looks through all of
// them where their list is another one: a key that changes neither is to cost neither.
import { useMemo, useRef } from "../lib";

// alike reports whether two values hold the same. What is one object is not looked into.
export function alike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
  const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(x);
  return keys.length === Object.keys(y).length && keys.every((k) => Object.hasOwn(y, k) && alike(x[k], y[k]));
}

// useAlike is a list in which everything that holds the same as before is what it was before, and the list itself too where all
// does. What touched names was changed by somebody else meanwhile: it is taken from the list once.
export function useAlike<T extends { id: string }>(list: T[], touched?: { current: Set<string> }): T[] {
  const last = useRef<T[]>([]);
  return useMemo(() => {
    const before = new Map(last.current.map((x) => [x.id, x]));
    const next = list.map((x) => {
      const old = before.get(x.id);
      return old && !touched?.current.has(x.id) && alike(old, x) ? old : x;
    });
    touched?.current.clear();
    const same = next.length === last.current.length && next.every((x, i) => x === last.current[i]);
    if (!same) last.current = next;
    return last.current;
  }, [list]);
}
