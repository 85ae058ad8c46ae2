import { EnvironmentTag } from "#app/ui/environment-tag.tsx";
import styles from "./footer.module.css";
import type { LinkView } from "./view-models.ts";

export function Footer({ links, environment }: { links: readonly LinkView[]; environment?: string }) {
  return (
    <footer className={styles.footer}>
      <ul className={styles.links}>
        {links.map(({ label, to }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
      {environment && <EnvironmentTag name={environment} />}
    </footer>
  );
}
