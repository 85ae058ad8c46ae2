import type { ReactNode } from "react";
import type { RowOf } from "#app/grid/list.server.ts";
import type { ticketList } from "./ticket-list.server.ts";
import styles from "./tickets.module.css";

type TicketRow = RowOf<typeof ticketList>;

/** The cells of a ticket, in the list and on its own page. */
export const ticketCells = {
  issued: ({ more }: TicketRow, shown: ReactNode) => <Aged shown={shown} moment={more.logged} />,
  details: ({ text, more }: TicketRow) => (
    <div className={styles.about}>
      <strong>{more.subject}</strong>
      <span>{text.details}</span>
    </div>
  ),
  status: ({ more }: TicketRow, shown: ReactNode) => (
    <Aged shown={shown} prefix="updated " moment={more.updated} />
  ),
};

interface AgedProps {
  shown: ReactNode;
  prefix?: string;
  moment: TicketRow["more"]["logged"];
}

function Aged({ shown, prefix = "", moment }: AgedProps) {
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
