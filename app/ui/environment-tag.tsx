import styles from "./environment-tag.module.css";

export function EnvironmentTag({ name }: { name: string }) {
  return (
    <span className={styles.tag}>
      <span className="visually-hidden">Environment: </span>
      {name}
    </span>
  );
}
