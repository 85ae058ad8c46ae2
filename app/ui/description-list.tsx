import type { ReactNode } from "react";
import styles from "./description-list.module.css";

export interface Description {
  term: string;
  /** Nothing to say shows as a dash, read as 'Not given'. */
  detail: ReactNode;
}

/** Names and values of one thing. `layout` rows: name beside value; stacked: name above value. */
export function DescriptionList({
  items,
  layout = "rows",
}: {
  items: readonly Description[];
  layout?: "rows" | "stacked";
}) {
  return (
    <dl className={styles.list} data-layout={layout}>
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
