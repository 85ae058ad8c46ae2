import { Icon } from "./icon.tsx";
import styles from "./panel-error.module.css";

interface PanelErrorProps {
  message: string;
  reference?: string;
  retryTo?: string;
}

export function PanelError({ message, reference, retryTo }: PanelErrorProps) {
  return (
    <div className={styles.panel}>
      <Icon name="octagon-alert" />
      <div>
        <p>{message}</p>
        <p className={styles.small}>
          {reference && (
            <>
              Reference <code>{reference}</code>
            </>
          )}
          {reference && retryTo && " · "}
          {retryTo && <a href={retryTo}>Try again</a>}
        </p>
      </div>
    </div>
  );
}
