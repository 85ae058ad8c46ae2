import type { ReactNode } from "react";
import type { Description } from "./description-list.tsx";
import styles from "./figure-strip.module.css";

interface FigureStripProps {
  label: string;
  figures: readonly Description[];
  note?: string;
  children?: ReactNode;
}

export function FigureStrip({ label, figures, note, children }: FigureStripProps) {
  return (
    <section className={styles.strip} aria-label={label}>
      <dl className={styles.figures}>
        {figures.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="muted prose">{note}</p>}
      {children}
    </section>
  );
}
