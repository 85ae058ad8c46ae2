import type { ComponentProps, ReactNode } from "react";
import { Card } from "./card.tsx";
import { DescriptionList } from "./description-list.tsx";
import styles from "./facts-card.module.css";

type FactLine = string | { readonly text: string; readonly to: string };

export interface Fact {
  readonly term: string;
  readonly detail?: FactLine | readonly FactLine[];
}

interface FactsCardProps extends Omit<ComponentProps<typeof Card>, "children"> {
  facts: readonly Fact[];
}

export function FactsCard({ facts, ...card }: FactsCardProps) {
  const items = facts.map(({ term, detail }) => ({ term, detail: factDetail(detail) }));
  return (
    <Card {...card}>
      {items.length === 0 ? <p className="muted">Not given</p> : <DescriptionList items={items} />}
    </Card>
  );
}

function factDetail(detail: Fact["detail"]): ReactNode {
  if (detail === undefined || typeof detail === "string" || "to" in detail) return renderLine(detail);
  if (detail.length === 0) return "Not given";
  return detail.map((line, index) => <div key={index}>{renderLine(line)}</div>);
}

function renderLine(detail: FactLine | undefined): ReactNode {
  if (detail === undefined || typeof detail === "string") return detail;
  return (
    <a className={styles.web} href={detail.to} rel="noopener noreferrer">
      {detail.text}
    </a>
  );
}
