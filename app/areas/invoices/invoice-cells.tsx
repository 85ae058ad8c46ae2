import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { InvoiceRowView } from "./invoices-view.ts";
import styles from "./invoices.module.css";

/** An invoice in the columns of the list; `select` stands beside the download. */
export function invoiceCells(row: InvoiceRowView, select?: ReactNode) {
  return {
    invoice: row.number,
    date: row.date,
    order: row.order,
    account: row.account,
    status: <Status {...row} />,
    total: row.due === undefined ? row.total : <PartPaid total={row.total} due={row.due} />,
    view: (
      <a className={styles.tool} href={row.to}>
        <Icon name="eye" />
        <span className={styles.word}>View</span>
        <span className="visually-hidden"> invoice {row.number}</span>
      </a>
    ),
    download: (
      <span className={styles.tools}>
        {row.pdfTo !== undefined && (
          <a className={styles.tool} href={row.pdfTo} data-document>
            <Icon name="download" />
            <span className={styles.word}>PDF</span>
            <span className="visually-hidden"> of invoice {row.number}</span>
          </a>
        )}
        {select}
      </span>
    ),
  };
}

function Status({ status, isProcessing }: InvoiceRowView) {
  const tag = <StatusTag tone={status.tone}>{status.label}</StatusTag>;
  if (!isProcessing) return tag;
  return (
    <span className={styles.status}>
      {tag} <StatusTag tone="info">Payment processing</StatusTag>
    </span>
  );
}

function PartPaid({ total, due }: { total: string; due: string }) {
  return (
    <span className={styles.amount}>
      {total} <span className={styles.due}>{due} due</span>
    </span>
  );
}
