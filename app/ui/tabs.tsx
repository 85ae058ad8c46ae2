import styles from "./tabs.module.css";

interface Tab {
  readonly to: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Links between pages with a shared header. They don't need scripts; `label` names the group for screen readers. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={`${styles.tabs} no-print`} aria-label={label}>
      {tabs.map(({ to, label: text, isCurrent }) => (
        <a key={to} href={to} aria-current={isCurrent ? "page" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
