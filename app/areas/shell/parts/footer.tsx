import { useRootData } from "#app/document/root-data.ts";
import { EnvironmentTag } from "#app/ui/environment-tag.tsx";
import styles from "./footer.module.css";

export function Footer() {
  const { footer = [], environment } = useRootData() ?? {};
  return (
    <footer className={styles.footer}>
      <ul className={styles.links}>
        {footer.map(({ label, to }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
      {environment && <EnvironmentTag name={environment} />}
    </footer>
  );
}
