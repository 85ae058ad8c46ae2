import type { ReactNode } from "react";
import type { RowOf } from "#app/grid/list.server.ts";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import type { ticketList } from "./ticket-list.server.ts";
import styles from "./tickets.module.css";

type TicketRow = RowOf<typeof ticketList>;

export const ticketCells = {
  issued: ({ more }: TicketRow, shown: ReactNode) => <WithAge shown={shown} moment={more.logged} />,
  details: ({ text, more }: TicketRow) => (
    <div className={styles.about}>
      <strong>{more.subject}</strong>
      <SafeHtml html={text.details} />
    </div>
  ),
  status: ({ more }: TicketRow, shown: ReactNode) => (
    <WithAge shown={shown} prefix="updated " moment={more.updated} />
  ),
};

/** On the ticket's own page the summary is the heading. */
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
  moment: TicketRow["more"]["logged"];
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
