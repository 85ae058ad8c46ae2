import type { ReactNode } from "react";
import type { Description } from "./description-list.tsx";
import styles from "./figure-strip.module.css";

interface FigureStripProps {
  label: string;
  /** With `to`, the figure links to what it counts. */
  figures: readonly (Description & { to?: string })[];
  note?: string;
  children?: ReactNode;
}

export function FigureStrip({ label, figures, note, children }: FigureStripProps) {
  return (
    <section className={styles.strip} aria-label={label}>
      <dl className={styles.figures}>
        {figures.map(({ term, detail, to }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{to ? <a href={to}>{detail}</a> : detail}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="muted prose">{note}</p>}
      {children}
    </section>
  );
}
