import { useEffect, useState } from "../lib";

export type Theme = "light" | "dark";

export function useTheme(): [Theme, (t: Theme) => void] {
  const [theme, set] = useState<Theme>(
    () => (localStorage.getItem("theme") as Theme | null) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
  );
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return [
    theme,
    (t) => {
      localStorage.setItem("theme", t);
      set(t);
    },
  ];
}
