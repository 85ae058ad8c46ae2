import type { ReactNode } from "react";
import type { RowOf } from "#app/grid/define-list.server.ts";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import type { ticketList } from "./ticket-list.server.ts";
import styles from "./tickets.module.css";

type TicketRow = RowOf<typeof ticketList>;

export const ticketCells = {
  issued: ({ rowData }: TicketRow, content: ReactNode) => <WithAge content={content} time={rowData.issued} />,
  details: ({ text, rowData }: TicketRow) => (
    <div className={styles.about}>
      <strong dir="auto">{rowData.subject}</strong>
      <SafeHtml html={text.details} />
    </div>
  ),
  status: ({ rowData }: TicketRow, content: ReactNode) => (
    <WithAge content={content} prefix="updated " time={rowData.updated} />
  ),
};

/** Without the subject, which is the heading of the ticket's own page. */
export const selectedTicketCells = {
  ...ticketCells,
  details: ({ text }: TicketRow) => (
    <div className={styles.about}>
      <SafeHtml html={text.details} />
    </div>
  ),
};

interface WithAgeProps {
  content: ReactNode;
  prefix?: string;
  time: TicketRow["rowData"]["issued"];
}

function WithAge({ content, prefix = "", time }: WithAgeProps) {
  return (
    <span className={styles.aged}>
      {content}{" "}
      {time && (
        <time className={styles.age} dateTime={time.iso} title={time.exact}>
          {prefix}
          {time.ago}
          <span className="visually-hidden"> ({time.exact})</span>
        </time>
      )}
    </span>
  );
}
