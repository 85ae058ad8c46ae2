import type { Tolerated } from "#app/errors/tolerate.ts";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Table } from "#app/ui/table.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./invoice-spend.module.css";
import type { MonthOfSpend, SpendView } from "./invoice-spend.server.ts";

export function SpendCard({ spend }: { spend: Tolerated<SpendView | undefined> }) {
  if (spend.ok && !spend.value) return null;
  return (
    <Card heading="Spend by month" id="spend" icon="activity">
      {spend.ok ? (
        spend.value && <Spend {...spend.value} />
      ) : (
        <PanelError {...spend} retryTo={paths.invoices()} />
      )}
    </Card>
  );
}

function Spend({ months, total, isPartial }: SpendView) {
  const [first, last] = [months[0], months.at(-1)];
  if (isPartial)
    return (
      <p>
        Your latest invoices don&apos;t cover a whole month. <a href={paths.usage()}>Spend and calls</a> goes
        further back.
      </p>
    );
  if (!first || !last) return null;
  const period = first === last ? first.label : `${first.label} to ${last.label}`;
  return (
    <>
      <p className={styles.sum}>
        <strong>{total}</strong> invoiced, {period}
      </p>
      <SpendPicture months={months} label={`Spend by month, ${period}: ${total} in total`} />
      <div className="no-print">
        <Disclosure summary="Show the figures">
          <Table
            caption="Spend by month"
            columns={[
              { key: "month", label: "Month" },
              { key: "count", label: "Invoices", numeric: true },
              { key: "amount", label: "Total", numeric: true },
            ]}
            rows={months.map(({ value, label, count, amount }) => ({
              key: value,
              cells: [<a href={invoicesIn(value)}>{label}</a>, count, amount],
            }))}
          />
        </Disclosure>
      </div>
    </>
  );
}

const HEIGHT = 160;
const MONTH_WIDTH = 56;
const BAR_WIDTH = 34;
/** Room above the bars for the amounts, and below them for the months. */
const LABEL_SPACE = 22;
const MIN_BAR_HEIGHT = 3;

/** A bar for each month, with credits below the baseline. It's an SVG, so it works without scripts. */
export function SpendPicture({ months, label }: { months: readonly MonthOfSpend[]; label: string }) {
  const pounds = months.map((month) => month.pounds);
  const { top, clipAbove } = spendScale(pounds);
  const lowest = Math.min(0, ...pounds);
  const scale = HEIGHT / (top - lowest || 1);
  const baseline = LABEL_SPACE + top * scale;
  const width = months.length * MONTH_WIDTH;
  const bottom = LABEL_SPACE + HEIGHT + (lowest < 0 ? LABEL_SPACE : 0);
  const clippedMonths = months.filter((month) => month.pounds > clipAbove);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled by keyboard */}
      <div className={styles.frame} tabIndex={0} role="region" aria-label="Chart of spend by month">
        <svg
          className={styles.picture}
          width={width}
          height={bottom + LABEL_SPACE}
          role="group"
          aria-label={label}
        >
          {months.map((month, index) => {
            const height = Math.max(
              Math.abs(Math.min(month.pounds, top)) * scale,
              month.pounds && MIN_BAR_HEIGHT,
            );
            return (
              // Each month has its share of the picture's width, and the middle of it at x = 0.
              <svg key={month.value} x={`${((index + 0.5) / months.length) * 100}%`} overflow="visible">
                {month.count > 0 && (
                  <Bar {...{ month, baseline, height }} isClipped={month.pounds > clipAbove} />
                )}
                <text className={styles.month} y={bottom + 16} textAnchor="middle" aria-hidden>
                  {month.label.slice(0, 3)}
                </text>
              </svg>
            );
          })}
          <line className={styles.base} x1={0} x2="100%" y1={baseline} y2={baseline} />
        </svg>
      </div>
      {clippedMonths.length > 0 && (
        <p className={styles.note}>
          Not drawn to scale: {clippedMonths.map((month) => `${month.label} (${month.amount})`).join(", ")}
        </p>
      )}
    </>
  );
}

/** The address of the list of one month's invoices, for a month such as '2026-10'. */
export const invoicesIn = (month: string) => `${paths.invoices()}?search=${month}`;

type BarProps = Record<"baseline" | "height", number> & {
  month: MonthOfSpend;
  isClipped: boolean;
};

function Bar({ month, baseline, height, isClipped }: BarProps) {
  const isCredit = month.pounds < 0;
  const right = BAR_WIDTH / 2;
  const gapY = baseline - height + 26;
  return (
    <a href={invoicesIn(month.value)} aria-label={`Invoices for ${month.label}: ${month.amount}`}>
      <rect
        className={styles.bar}
        data-credit={isCredit}
        x={-right}
        y={isCredit ? baseline : baseline - height}
        width={BAR_WIDTH}
        height={height}
        rx={3}
      />
      {isClipped && <path className={styles.gap} d={`M${-right - 4} ${gapY + 6}L${right + 4} ${gapY - 6}`} />}
      <text
        className={styles.amount}
        y={isCredit ? baseline + height + 14 : baseline - height - 7}
        textAnchor="middle"
      >
        {month.rounded}
      </text>
    </a>
  );
}

/** A month this many times higher than the next highest would make the others unreadable, so we clip its bar. */
const OUTLIER_FACTOR = 3;
/** We clip at most this share of the bars. */
const MAX_CLIPPED_SHARE = 1 / 4;
/** How much higher a clipped bar is than the highest unclipped one. */
const CLIPPED_HEIGHT_FACTOR = 1.35;

/** The chart's scale in pounds: `top` is its top, and bars above `clipAbove` are clipped. */
export function spendScale(pounds: readonly number[]): { readonly top: number; readonly clipAbove: number } {
  const descending = pounds.filter((amount) => amount > 0).sort((a, b) => b - a);
  const maxClipped = Math.floor(descending.length * MAX_CLIPPED_SHARE);
  for (let clipped = maxClipped; clipped > 0; clipped -= 1) {
    const highestUnclipped = descending[clipped] ?? 0;
    if (highestUnclipped > 0 && (descending[clipped - 1] ?? 0) > OUTLIER_FACTOR * highestUnclipped)
      return { top: highestUnclipped * CLIPPED_HEIGHT_FACTOR, clipAbove: highestUnclipped };
  }
  const highest = descending[0] ?? 0;
  return { top: highest, clipAbove: highest };
}
