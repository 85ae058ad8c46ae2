import type { ComponentProps, ReactNode } from "react";
import { Card } from "./card.tsx";
import { DescriptionList } from "./description-list.tsx";
import styles from "./facts-card.module.css";

export interface Fact {
  readonly term: string;
  readonly detail?: string | readonly string[] | { readonly text: string; readonly to: string };
}

interface FactsCardProps extends Omit<ComponentProps<typeof Card>, "children"> {
  facts: readonly Fact[];
}

export function FactsCard({ facts, ...card }: FactsCardProps) {
  const items = facts.map(({ term, detail }) => ({ term, detail: toDetail(detail) }));
  return (
    <Card {...card}>
      {items.length === 0 ? <p className="muted">Not given</p> : <DescriptionList items={items} />}
    </Card>
  );
}

function toDetail(detail: Fact["detail"]): ReactNode {
  if (detail === undefined || typeof detail === "string") return detail;
  if ("to" in detail)
    return (
      <a className={styles.web} href={detail.to} rel="noopener noreferrer">
        {detail.text}
      </a>
    );
  return detail.length === 0 ? "Not given" : detail.map((line, index) => <div key={index}>{line}</div>);
}
