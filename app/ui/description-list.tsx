import type { ReactNode } from "react";
import styles from "./description-list.module.css";

export interface Description {
  term: string;
  detail: ReactNode;
}

/** Names and values of one thing; a missing value is a dash, read as 'Not given'. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, detail }) => (
        <div key={term} className={styles.item}>
          <dt>{term}</dt>
          <dd>{isNothing(detail) ? <NotGiven /> : detail}</dd>
        </div>
      ))}
    </dl>
  );
}

const isNothing = (detail: ReactNode) => detail === undefined || detail === null || detail === "";

function NotGiven() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Not given</span>
    </>
  );
}
