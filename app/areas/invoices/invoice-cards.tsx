import type { Panel } from "#app/errors/panel.ts";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList, type Description } from "#app/ui/description-list.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import type { FileView } from "./invoice-files.server.ts";
import type { InvoiceView } from "./invoice-view.server.ts";
import styles from "./invoice.module.css";

/** The bank and the sums. */
export function PaymentCard({ facts }: { facts: readonly Description[] }) {
  return (
    <Card heading="Payment Details" id="payment-details" icon="landmark">
      {facts.length === 0 ? <p className="muted">Not given</p> : <DescriptionList items={facts} />}
    </Card>
  );
}

/** Where the goods went, and the invoice. */
export function DeliveryCard({ delivery, invoice }: Record<"delivery" | "invoice", readonly string[]>) {
  return (
    <Card heading="Delivery Details" id="delivery-details" icon="map-pin">
      <DescriptionList
        items={[
          { term: "Delivery address", detail: <Lines lines={delivery} /> },
          { term: "Invoice to", detail: <Lines lines={invoice} /> },
        ]}
      />
    </Card>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.length === 0 ? "Not given" : lines.map((line, index) => <div key={index}>{line}</div>);
}

/** The company that issued the invoice. */
export function CompanyCard({ company }: { company: NonNullable<InvoiceView["company"]> }) {
  const { name, tax, registration, website, websiteTo, address } = company;
  const link = websiteTo && (
    <a className={styles.web} href={websiteTo} rel="noopener noreferrer">
      {website}
    </a>
  );
  return (
    <Card heading="Company Details" id="company-details" icon="building-2">
      <DescriptionList
        items={[
          { term: "Company", detail: name },
          { term: "Tax registration", detail: tax },
          { term: "Company registration", detail: registration },
          ...(website ? [{ term: "Website", detail: link ?? website }] : []),
          { term: "Address", detail: <Lines lines={address} /> },
        ]}
      />
    </Card>
  );
}

/** More files than these stand behind 'View more' (docs/domain.md, Invoices). */
const SHOWN = 10;

/** The files that can be downloaded on this page. */
export function DownloadCard({ files, retryTo }: { files: Panel<readonly FileView[]>; retryTo: string }) {
  return (
    <div className={styles.download}>
      <Card heading="Download" id="download" icon="download" flush={files.ok && files.value.length > 0}>
        {!files.ok && <PanelError text={files.message} reference={files.reference} retryTo={retryTo} />}
        {files.ok && files.value.length === 0 && (
          <EmptyState icon="file-text" compact>
            There are no files to download.
          </EmptyState>
        )}
        {files.ok && files.value.length > 0 && <Files files={files.value} />}
      </Card>
    </div>
  );
}

function Files({ files }: { files: readonly FileView[] }) {
  const more = files.slice(SHOWN);
  return (
    <>
      <FileList files={files.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>
            <span className={styles.closed}>View more</span>
            <span className={styles.open}>Collapse</span>
          </summary>
          <FileList files={more} />
        </details>
      )}
    </>
  );
}

function FileList({ files }: { files: readonly FileView[] }) {
  return (
    <ul className={styles.list}>
      {files.map(({ name, title, detail, to }) => (
        <li key={name}>
          <a className={styles.file} href={to} data-document>
            <Icon name="file-text" />
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              <span className={styles.detail}>
                {name} · {detail}
              </span>
            </span>
            <Icon name="download" size="small" />
          </a>
        </li>
      ))}
    </ul>
  );
}
