import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { paths } from "#shared/paths.ts";
import type { InvoiceRow } from "./invoice-list.server.ts";
import styles from "./invoices.module.css";

export const invoiceCells = {
  status: ({ rowData }: InvoiceRow, shown: ReactNode) =>
    rowData.isProcessing ? <PaymentProcessing /> : shown,
  total: ({ rowData }: InvoiceRow, shown: ReactNode) =>
    rowData.due === undefined ? (
      shown
    ) : (
      <span className={styles.amount}>
        {shown} <span className={styles.due}>{rowData.due} outstanding</span>
      </span>
    ),
  download: ({ key, files }: InvoiceRow) =>
    files?.download !== undefined && (
      <a className={styles.tool} href={files.download} data-reload-document>
        <Icon name="download" />
        <span className={styles.word}>PDF</span>
        <span className="visually-hidden"> of invoice {key}</span>
      </a>
    ),
};

/** Adds words on a phone, where no column heading explains the text. */
export const LabelledOnPhone = ({ text, label }: { text: ReactNode; label: string }) => (
  <>
    {text}
    <span className={styles.onPhone}>{label}</span>
  </>
);

interface MaybeCollected {
  readonly rowData: Readonly<{ collectedWhen?: string }>;
}

/** The account number's cell, which also says when a direct debit collects the invoice. */
export const accountCell = ({ rowData: { collectedWhen } }: MaybeCollected, shown: ReactNode) =>
  collectedWhen === undefined ? (
    shown
  ) : (
    <span className={styles.amount}>
      {shown} <span className={`${styles.due} ${styles.collected}`}>Direct Debit {collectedWhen}</span>
    </span>
  );

export function PaymentProcessing() {
  return <StatusTag tone="info">Payment processing</StatusTag>;
}

const pages = [
  { to: paths.invoices(), label: "Invoices" },
  { to: paths.statement(), label: "Statement" },
  { to: paths.usage(), label: "Spend and calls" },
];

/** The tabs on the list, the statement and the spend. */
export const InvoiceTabs = ({ current }: { current: string }) => (
  <Tabs
    label="About your invoices"
    tabs={pages.map((page) => ({ ...page, isCurrent: page.to === current }))}
  />
);

/** Limits a page to one account number; renders nothing if there's only one. */
export function AccountSelect({ account, accounts }: { account: string; accounts: readonly string[] }) {
  if (accounts.length < 2) return null;
  return (
    <Select
      id="account"
      name="account"
      label="Account Number"
      placeholder="All"
      options={accounts.map((number) => ({ value: number, label: number }))}
      defaultValue={account}
    />
  );
}
