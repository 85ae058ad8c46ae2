import type { ReactNode } from "react";
import styles from "./description-list.module.css";

export interface Description {
  term: string;
  detail: ReactNode;
}

export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, detail }) => (
        <div key={term} className={styles.item}>
          <dt>{term}</dt>
          <dd dir="auto">{isMissing(detail) ? <NotGiven /> : detail}</dd>
        </div>
      ))}
    </dl>
  );
}

const isMissing = (detail: ReactNode) => detail === undefined || detail === null || detail === "";

function NotGiven() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Not given</span>
    </>
  );
}
