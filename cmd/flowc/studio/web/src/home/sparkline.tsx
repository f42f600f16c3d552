import type { Execution } from "../api/api";

const minutes = 10;
const height = 18;

// Sparkline is how many calls there were in each of the last minutes, those that failed in the hue of failures.
export function Sparkline({ calls }: { calls: Execution[] }) {
  const last = Date.now();
  const bars = Array.from({ length: minutes }, () => ({ all: 0, failed: 0 }));
  for (const c of calls) {
    const ago = Math.floor((last - Date.parse(c.began)) / 60_000);
    const bar = bars[minutes - 1 - Math.max(0, ago)];
    if (!bar) continue;
    bar.all++;
    if (c.status >= 500 || c.failed !== "") bar.failed++;
  }
  const sum = bars.reduce((n, b) => n + b.all, 0);
  if (sum === 0) return <span className="faint">none</span>;
  const most = Math.max(...bars.map((b) => b.all));
  const tall = (n: number) => (n === 0 ? 0 : Math.max(2, (n / most) * height));
  return (
    <span className="sparkline">
      <svg viewBox={`0 0 ${minutes * 6} ${height}`} role="img" aria-label={`${sum} ${sum === 1 ? "call" : "calls"} in ${minutes} minutes`}>
        {bars.map((b, i) => (
          <g key={i}>
            <rect className="base" x={i * 6} y={height - 1} width={4} height={1} />
            <rect x={i * 6} y={height - tall(b.all)} width={4} height={tall(b.all)} />
            <rect className="bad" x={i * 6} y={height - tall(b.failed)} width={4} height={tall(b.failed)} />
          </g>
        ))}
      </svg> {sum}
    </span>
  );
}
