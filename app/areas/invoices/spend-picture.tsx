import type { MonthOfSpend } from "./spend.ts";
import styles from "./spend.module.css";

const HEIGHT = 160;
const STEP = 72;
const BAR = 40;
/** Above the bars for the amounts, under them for the months. */
const ROOM = 22;

/** Bars over one base line, those of credits under it; drawn on the server, without a script or a style of its own. */
export function SpendPicture({ months, label }: { months: readonly MonthOfSpend[]; label: string }) {
  const highest = Math.max(0, ...months.map(({ pounds }) => pounds));
  const lowest = Math.min(0, ...months.map(({ pounds }) => pounds));
  const scale = HEIGHT / (highest - lowest || 1);
  const base = ROOM + highest * scale;
  const width = months.length * STEP;
  const bottom = ROOM + HEIGHT + (lowest < 0 ? ROOM : 0);
  return (
    // Keyboards scroll it, too, where it is wider than the screen.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is one to reach
    <div className={styles.frame} tabIndex={0} role="region" aria-label="Picture of the spend by month">
      <svg
        className={styles.picture}
        viewBox={`0 0 ${width} ${bottom + ROOM}`}
        width={width}
        height={bottom + ROOM}
        role="img"
        aria-label={label}
      >
        {months.map((month, index) => {
          const middle = index * STEP + STEP / 2;
          const height = Math.abs(month.pounds) * scale;
          const isCredit = month.pounds < 0;
          return (
            <g key={month.id}>
              {month.count > 0 && (
                <>
                  <rect
                    className={styles.bar}
                    data-credit={isCredit}
                    x={middle - BAR / 2}
                    y={isCredit ? base : base - height}
                    width={BAR}
                    height={Math.max(height, 1)}
                    rx={3}
                  />
                  <text
                    className={styles.amount}
                    x={middle}
                    y={isCredit ? base + height + 14 : base - height - 7}
                    textAnchor="middle"
                  >
                    {short(month.pounds)}
                  </text>
                </>
              )}
              <text className={styles.month} x={middle} y={bottom + 16} textAnchor="middle">
                {month.short}
              </text>
            </g>
          );
        })}
        <line className={styles.base} x1={0} x2={width} y1={base} y2={base} />
      </svg>
    </div>
  );
}

/** £940, £1.2k, £35k: the exact amounts stand in the table. */
function short(pounds: number): string {
  const size = Math.abs(pounds);
  const text =
    size < 999.5
      ? String(Math.round(size))
      : size < 9_950
        ? `${(size / 1_000).toFixed(1).replace(".0", "")}k`
        : size < 999_500
          ? `${Math.round(size / 1_000)}k`
          : `${(size / 1_000_000).toFixed(1).replace(".0", "")}m`;
  return `${pounds < 0 ? "-" : ""}£${text}`;
}
