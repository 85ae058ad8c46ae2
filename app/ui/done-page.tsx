import type { ReactNode } from "react";
import { ButtonLink, type ButtonLinkProps } from "./button.tsx";
import styles from "./done-page.module.css";
import { ButtonRow, FormPage } from "./form-layout.tsx";
import { Icon } from "./icon.tsx";

type DoneButton = Omit<ButtonLinkProps, "children"> & { label: string };

interface DonePageProps {
  title: string;
  /** What was done, with its number or name: 'Ticket 92 logged'. */
  fact?: string;
  /** What happens next. */
  next?: ReactNode;
  /** Two at most, the primary one first; leaves out any that are false. */
  buttons: readonly (DoneButton | false)[];
  /** Cards with the details. */
  children?: ReactNode;
}

/** The page after something was done: a panel with a heading and a fact, what happens next, and where to go from here. */
export function DonePage({ title, fact, next, buttons, children }: DonePageProps) {
  return (
    <FormPage>
      <header className={styles.panel}>
        <Icon name="circle-check" />
        <h1>{title}</h1>
        {fact && <p className={styles.fact}>{fact}</p>}
      </header>
      {next && <div className={styles.next}>{next}</div>}
      <div className="no-print">
        <ButtonRow>
          {buttons
            .filter((button) => button !== false)
            .map(({ label, ...link }, index) => (
              <ButtonLink key={label} variant={index === 0 ? "primary" : "secondary"} {...link}>
                {label}
              </ButtonLink>
            ))}
        </ButtonRow>
      </div>
      {children}
    </FormPage>
  );
}
