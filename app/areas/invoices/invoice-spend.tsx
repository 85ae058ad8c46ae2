import type { Tolerated } from "#app/errors/tolerate.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Table } from "#app/ui/table.tsx";
import styles from "./invoice-spend.module.css";
import type { MonthOfSpend, SpendView } from "./invoice-sums.server.ts";

export function SpendCard({ spend }: { spend: Tolerated<SpendView | undefined> }) {
  if (spend.ok && !spend.value) return null;
  return (
    <Card heading="Spend by month" id="spend" icon="activity">
      {spend.ok ? (
        spend.value && <Spend {...spend.value} />
      ) : (
        <PanelError text={spend.message} reference={spend.reference} retryTo={paths.invoices()} />
      )}
    </Card>
  );
}

function Spend({ months, total, isCut }: SpendView) {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  const span = first === last ? first.label : `${first.label} to ${last.label}`;
  return (
    <>
      <p className={styles.sum}>
        <strong>{total}</strong> invoiced, {span}
        {isCut && `, in your newest ${first.count} invoices alone`}
      </p>
      <SpendPicture months={months} label={`Spend by month, ${span}: ${total} in all`} />
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
        <ButtonRow>
          <ButtonLink to={paths.usage()}>Spend and calls</ButtonLink>
          <ButtonLink to={paths.statement()}>Statement by dates</ButtonLink>
        </ButtonRow>
      </div>
    </>
  );
}

const HEIGHT = 160;
const STEP = 56;
const BAR = 34;
/** Space above the bars for the amounts, and below them for the names of the months. */
const ROOM = 22;
const MIN_BAR_HEIGHT = 3;

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
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <div className={styles.frame} tabIndex={0} role="region" aria-label="Picture of the spend by month">
        <svg
          className={styles.picture}
          viewBox={`0 0 ${width} ${bottom + ROOM}`}
          width={width}
          height={bottom + ROOM}
          role="group"
          aria-label={label}
        >
          {months.map((month, index) => {
            const middle = index * STEP + STEP / 2;
            const height = Math.max(
              Math.abs(Math.min(month.pounds, top)) * scale,
              month.pounds && MIN_BAR_HEIGHT,
            );
            return (
              <g key={month.value}>
                {month.count > 0 && <Bar {...{ month, middle, base, height }} isCut={month.pounds > whole} />}
                <text className={styles.month} x={middle} y={bottom + 16} textAnchor="middle" aria-hidden>
                  {month.label.slice(0, 3)}
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

/** The list of a month's invoices ('2026-10'). */
export const invoicesIn = (month: string) => `${paths.invoices()}?search=${month}`;

type BarProps = Record<"middle" | "base" | "height", number> & { month: MonthOfSpend; isCut: boolean };

function Bar({ month, middle, base, height, isCut }: BarProps) {
  const isCredit = month.pounds < 0;
  const [left, right] = [middle - BAR / 2, middle + BAR / 2];
  const gap = base - height + 26;
  return (
    <a href={invoicesIn(month.value)} aria-label={`Invoices of ${month.label}: ${month.amount}`}>
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
        {month.rounded}
      </text>
    </a>
  );
}

/** A month this many times higher than the next would make the others unreadable, so its bar is cut. */
const OUTLIER = 3;
const OUTLIER_SHARE = 1 / 4;
const HEADROOM = 1.35;

/** In pounds: `top` is the height of the highest bar, `whole` the highest amount whose bar is not cut. */
export function spendScale(pounds: readonly number[]): { readonly top: number; readonly whole: number } {
  const falling = pounds.filter((one) => one > 0).sort((a, b) => b - a);
  const most = Math.floor(falling.length * OUTLIER_SHARE);
  for (let cut = most; cut > 0; cut -= 1) {
    const whole = falling[cut] ?? 0;
    if (whole > 0 && (falling[cut - 1] ?? 0) > OUTLIER * whole) return { top: whole * HEADROOM, whole };
  }
  const top = falling[0] ?? 0;
  return { top, whole: top };
}
