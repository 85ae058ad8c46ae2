import type { ReactNode } from "react";
import type { AccountView } from "#app/areas/shell/shell-view.server.ts";
import { PersonField } from "#app/document/owner-fields.tsx";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./account-menu.module.css";
import popup from "./popup.module.css";
import { ThemeForm } from "./theme-form.tsx";

export function AccountMenu(account: AccountView) {
  return (
    <details className={popup.menu} name="shell-menu">
      <summary className={`${popup.summary} ${styles.summary}`}>
        <span className={styles.initials} aria-hidden="true">
          {account.initials}
        </span>
        <span className={styles.barIcon}>
          <Icon name="user-round" />
        </span>
        <span className={styles.barWord}>Account</span>
        <span className={styles.names}>
          <span className={styles.user}>{account.fullName}</span>
          <span className={styles.client}>{account.accountName}</span>
        </span>
        <Icon name="chevron-down" size="small" />
      </summary>
      <section className={`${popup.panel} ${styles.panel}`} aria-label="Your account">
        <AccountDetails {...account} />
        <div className={styles.bottom}>
          <ThemeForm {...account.theme} />
          {account.switchTo && (
            <a className={styles.action} href={account.switchTo}>
              <Icon name="arrow-left-right" />
              Switch Accounts
            </a>
          )}
          <a className={styles.action} href={paths.sessions()}>
            <Icon name="monitor" />
            Where you&apos;re signed in
          </a>
          <form method="post" action={paths.logout()}>
            <button type="submit" className={styles.action}>
              <Icon name="log-out" />
              Logout
            </button>
          </form>
        </div>
      </section>
    </details>
  );
}

function AccountDetails({ fullName, email, accountName, ...rest }: AccountView) {
  return (
    <>
      <Detail id="your-details" heading="Your Details">
        <p className={styles.strong}>{fullName}</p>
        <p>{email}</p>
        <p>
          <a href={paths.account()}>Edit your account</a>
        </p>
      </Detail>
      {accountName && (
        <Detail id="your-account-name" heading="Account Name">
          <p>{accountName}</p>
          {rest.membership && <p>{rest.membership} membership</p>}
          <OtherAccounts {...rest} />
        </Detail>
      )}
      {rest.failure && <PanelError {...rest.failure} />}
      {rest.accountNumbers.length > 0 && (
        <Detail id="your-account-numbers" heading="Account Numbers">
          <AccountNumbers numbers={rest.accountNumbers} />
        </Detail>
      )}
      {rest.address.length > 0 && (
        <Detail id="your-address" heading="Primary Address">
          <address className={styles.address}>
            {rest.address.map((line, index) => (
              <span key={index}>{line}</span>
            ))}
          </address>
        </Detail>
      )}
      <Detail id="your-help-desk" heading="Contact Us">
        <p>
          <a href={`mailto:${rest.helpDeskEmail}`}>{rest.helpDeskEmail}</a>
        </p>
      </Detail>
    </>
  );
}

/** Buttons that switch to the other accounts. */
function OtherAccounts({ otherAccounts, switchAction }: Pick<AccountView, "otherAccounts" | "switchAction">) {
  if (otherAccounts.length === 0) return null;
  return (
    <form method="post" action={switchAction} aria-label="Switch to">
      <PersonField />
      {otherAccounts.map(({ id, name }) => (
        <button key={id} type="submit" name={ACCOUNT_FIELD} value={id} className={styles.action}>
          <Icon name="arrow-left-right" />
          <span>
            <span className="visually-hidden">Switch to </span>
            {name}
          </span>
        </button>
      ))}
    </form>
  );
}

function Detail({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section className={styles.fact} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

const MAX_VISIBLE_NUMBERS = 5;

function AccountNumbers({ numbers }: { numbers: readonly string[] }) {
  const list = (
    <ul className={styles.numbers}>
      {numbers.map((number) => (
        <li key={number}>{number}</li>
      ))}
    </ul>
  );
  return numbers.length > MAX_VISIBLE_NUMBERS ? (
    <Disclosure summary={`Show all ${numbers.length} account numbers`}>{list}</Disclosure>
  ) : (
    list
  );
}
