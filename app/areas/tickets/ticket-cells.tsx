import type { ReactNode } from "react";
import type { RowOf } from "#app/grid/define-list.server.ts";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import type { ticketList } from "./ticket-list.server.ts";
import styles from "./tickets.module.css";

type TicketRow = RowOf<typeof ticketList>;

export const ticketCells = {
  issued: ({ rowData }: TicketRow, shown: ReactNode) => <WithAge shown={shown} moment={rowData.logged} />,
  details: ({ text, rowData }: TicketRow) => (
    <div className={styles.about}>
      <strong>{rowData.subject}</strong>
      <SafeHtml html={text.details} />
    </div>
  ),
  status: ({ rowData }: TicketRow, shown: ReactNode) => (
    <WithAge shown={shown} prefix="updated " moment={rowData.updated} />
  ),
};

/** Without the subject: on the ticket's own page it is the heading. */
export const selectedTicketCells = {
  ...ticketCells,
  details: ({ text }: TicketRow) => (
    <div className={styles.about}>
      <SafeHtml html={text.details} />
    </div>
  ),
};

interface WithAgeProps {
  shown: ReactNode;
  prefix?: string;
  moment: TicketRow["rowData"]["logged"];
}

function WithAge({ shown, prefix = "", moment }: WithAgeProps) {
  return (
    <span className={styles.aged}>
      {shown}{" "}
      {moment && (
        <time className={styles.age} dateTime={moment.iso} title={moment.exact}>
          {prefix}
          {moment.words}
          <span className="visually-hidden"> ({moment.exact})</span>
        </time>
      )}
    </span>
  );
}
