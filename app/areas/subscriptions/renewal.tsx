import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { RenewalView } from "./renewal.server.ts";
import styles from "./subscriptions.module.css";

/** What the subscription last cost, and a link to ask what it will cost next. `of` tells the links in a list apart. */
export function Renewal({ ask, last, of }: RenewalView & { of?: string }) {
  return (
    <div className={styles.renewal}>
      {last && (
        <span>
          Last renewed on {last.to ? <a href={last.to}>invoice {last.invoice}</a> : `invoice ${last.invoice}`}
          {last.total && `, ${last.total} in total`}
        </span>
      )}
      <a className="no-print" href={ask.to}>
        Ask for a renewal price{of && <span className="visually-hidden">: {of}</span>}
      </a>
      {ask.phone !== undefined && (
        <span>
          or call <PhoneLink number={ask.phone} />
        </span>
      )}
    </div>
  );
}
