import { paths } from "#app/paths.ts";
import type { Panel } from "#app/request/panel.ts";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Table } from "#app/ui/table.tsx";
import { SpendPicture } from "./spend-picture.tsx";
import styles from "./spend.module.css";
import type { SpendView } from "./spend.ts";

/** What was charged month by month: a picture, and the same figures as a table. */
export function SpendCard({ spend }: { spend: Panel<SpendView | undefined> }) {
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
            hiddenCaption
            columns={[
              { key: "month", label: "Month" },
              { key: "count", label: "Invoices", numeric: true },
              { key: "amount", label: "Total", numeric: true },
            ]}
            rows={months.map(({ id, label, count, amount }) => ({ key: id, cells: [label, count, amount] }))}
          />
        </Disclosure>
      </div>
    </>
  );
}
