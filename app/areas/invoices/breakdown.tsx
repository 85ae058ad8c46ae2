import { Grid } from "#app/grid/grid.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Table } from "#app/ui/table.tsx";
import type { BreakdownView, Facts } from "./breakdown-view.ts";
import styles from "./breakdown.module.css";
import type { CompanyView } from "./company.ts";
import { DownloadCard } from "./download-card.tsx";
import { invoiceCells } from "./invoice-cells.tsx";
import { InvoiceDue } from "./invoice-due.tsx";
import { invoicesList } from "./invoices-list.ts";
import { linesList } from "./lines-list.ts";

/** The invoice as the list's only row, its lines, and the cards. */
export function Breakdown({ row, due, lines, payment, company, files, ...view }: BreakdownView) {
  return (
    <div className={styles.page}>
      <InvoiceDue number={row.number} due={due} />
      <SelectedInvoice row={row} />
      <section className={styles.lines} aria-labelledby="breakdown-heading">
        <h2 id="breakdown-heading">Invoice Breakdown</h2>
        <Grid
          list={linesList}
          {...lines}
          noun="lines"
          caption={`Lines of invoice ${row.number}`}
          empty="This invoice has no lines."
          rows={lines.rows.map(({ key, description, ...line }) => ({
            key,
            cells: { ...line, description: <Description html={description} /> },
          }))}
        />
      </section>
      <div className={styles.cards}>
        <Card heading="Payment Details" id="payment-details" icon="landmark">
          <FactList facts={payment} />
        </Card>
        <Card heading="Delivery Details" id="delivery-details" icon="map-pin">
          <DescriptionList
            items={[
              { term: "Delivery address", detail: <Lines lines={view.deliveryAddress} /> },
              { term: "Invoice to", detail: <Lines lines={view.invoiceAddress} /> },
            ]}
          />
        </Card>
        <DownloadCard files={files} retryTo={row.to} />
        {company && <CompanyCard company={company} />}
      </div>
    </div>
  );
}

function SelectedInvoice({ row }: Pick<BreakdownView, "row">) {
  const cells: Readonly<Record<string, React.ReactNode>> = invoiceCells(row);
  const columns = invoicesList.columns.filter(({ key }) => key !== "view");
  return (
    <div className={styles.selected}>
      <Table
        boxed
        caption={`Invoice ${row.number}`}
        hiddenCaption
        columns={columns.map(({ key, label, numeric, icon }) => ({
          key,
          label,
          numeric,
          hiddenHeading: icon,
        }))}
        rows={[{ key: row.number, cells: columns.map(({ key }) => cells[key]) }]}
      />
    </div>
  );
}

/** `html` was made safe by the loader. */
function Description({ html }: { html: string }) {
  return <div className={styles.description} dangerouslySetInnerHTML={{ __html: html }} />;
}

function FactList({ facts }: { facts: Facts }) {
  if (facts.length === 0) return <p className="muted">Not given</p>;
  return <DescriptionList items={facts.map(([term, detail]) => ({ term, detail }))} />;
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.length === 0 ? "Not given" : lines.map((line, index) => <div key={index}>{line}</div>);
}

function CompanyCard({ company }: { company: CompanyView }) {
  const { name, tax, registration, website, address } = company;
  return (
    <Card heading="Company Details" id="company-details" icon="building-2">
      <DescriptionList
        items={[
          { term: "Company", detail: name },
          { term: "Tax registration", detail: tax },
          { term: "Company registration", detail: registration },
          ...(website
            ? [
                {
                  term: "Website",
                  detail: website.to ? <WebLink {...website} to={website.to} /> : website.text,
                },
              ]
            : []),
          { term: "Address", detail: <Lines lines={address} /> },
        ]}
      />
    </Card>
  );
}

function WebLink({ text, to }: { text: string; to: string }) {
  return (
    <a className={styles.web} href={to} rel="noopener noreferrer">
      {text}
    </a>
  );
}
