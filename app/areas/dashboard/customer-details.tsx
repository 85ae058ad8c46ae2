import { Card } from "#app/ui/card.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./customer-details.module.css";

export function CustomerDetails({ accountName, switchTo }: { accountName: string; switchTo?: string }) {
  return (
    <Card heading="Customer Details" id="customer-details" icon="building-2">
      <dl className={styles.account}>
        <dt>Account name</dt>
        <dd>{accountName}</dd>
      </dl>
      <p className={styles.links}>
        <a href={paths.account()}>Account Details</a>
        {switchTo && <a href={switchTo}>Switch Account</a>}
      </p>
    </Card>
  );
}
