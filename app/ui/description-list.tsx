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
          <dd dir="auto">{detail === undefined || detail === null || detail === "" ? notGiven : detail}</dd>
        </div>
      ))}
    </dl>
  );
}

const notGiven = (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">Not given</span>
  </>
);
