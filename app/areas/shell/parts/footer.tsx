import type { RootData } from "#app/document/root-data.ts";
import { EnvironmentTag } from "#app/ui/environment-tag.tsx";
import styles from "./footer.module.css";

export function Footer({ links, environment }: { links: RootData["footer"]; environment?: string }) {
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
