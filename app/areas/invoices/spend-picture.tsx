import { spendScale } from "./spend-scale.ts";
import styles from "./spend.module.css";
import type { MonthOfSpend } from "./spend.ts";

const HEIGHT = 160;
/** Twelve of them fit on a tablet. */
const STEP = 56;
const BAR = 34;
/** Room above the bars for the amounts, and under them for the months. */
const ROOM = 22;
/** So that a small amount can still be seen. */
const LEAST = 3;

/** A bar for each month, credits below the base line. An SVG drawn on the server, without scripts. */
export function SpendPicture({ months, label }: { months: readonly MonthOfSpend[]; label: string }) {
  const pounds = months.map((month) => month.pounds);
  const { top, whole } = spendScale(pounds);
  const lowest = Math.min(0, ...pounds);
  const scale = HEIGHT / (top - lowest || 1);
  const base = ROOM + top * scale;
  const width = months.length * STEP;
  const bottom = ROOM + HEIGHT + (lowest < 0 ? ROOM : 0);
  const cut = months.filter((month) => month.pounds > whole);
  return (
    <>
      {/* Keyboards need the focus to scroll it on a narrow screen. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is one to reach */}
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
            const height = Math.max(Math.abs(Math.min(month.pounds, top)) * scale, month.pounds && LEAST);
            return (
              <g key={month.id}>
                {month.count > 0 && <Bar {...{ month, middle, base, height }} isCut={month.pounds > whole} />}
                <text className={styles.month} x={middle} y={bottom + 16} textAnchor="middle">
                  {month.short}
                </text>
              </g>
            );
          })}
          <line className={styles.base} x1={0} x2={width} y1={base} y2={base} />
        </svg>
      </div>
      {cut.length > 0 && (
        <p className={styles.note}>
          Not drawn to scale: {cut.map((month) => `${month.label} (${month.amount})`).join(", ")}
        </p>
      )}
    </>
  );
}

interface BarProps {
  month: MonthOfSpend;
  middle: number;
  base: number;
  height: number;
  /** Taller than the picture: drawn with a gap. */
  isCut: boolean;
}

function Bar({ month, middle, base, height, isCut }: BarProps) {
  const isCredit = month.pounds < 0;
  const [left, right] = [middle - BAR / 2, middle + BAR / 2];
  const gap = base - height + 26;
  return (
    <>
      <rect
        className={styles.bar}
        data-credit={isCredit}
        x={left}
        y={isCredit ? base : base - height}
        width={BAR}
        height={height}
        rx={3}
      />
      {isCut && <path className={styles.gap} d={`M${left - 4} ${gap + 6}L${right + 4} ${gap - 6}`} />}
      <text
        className={styles.amount}
        x={middle}
        y={isCredit ? base + height + 14 : base - height - 7}
        textAnchor="middle"
      >
        {short(month.pounds)}
      </text>
    </>
  );
}

/** £940, £1.2k, £35k */
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
