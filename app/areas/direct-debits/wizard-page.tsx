import type { ReactNode } from "react";
import { titled } from "#app/document/page-title.ts";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import styles from "./direct-debits.module.css";
import { NOTICE, steps } from "./wizard-texts.ts";
import type { Frame } from "./wizard-view.server.ts";

export const wizardTitle = titled((data) =>
  (data as { frame?: Frame } | undefined)?.frame?.row ? "Direct Debits" : "New Direct Debit",
);

interface WizardPageProps {
  frame: Frame;
  step: (typeof steps)[number]["path"];
  title?: string;
  children: ReactNode;
}

export function WizardPage({ frame: { list, row, backTo }, step, title, children }: WizardPageProps) {
  return (
    <FormPage>
      <PageHeader
        title={title ?? (row ? "Edit Direct Debit" : "New Direct Debit")}
        actions={
          <ButtonLink to={backTo} icon="arrow-left">
            Back to Direct Debits
          </ButtonLink>
        }
      />
      {row && <SelectedRow list={list} row={row} caption={row.name} />}
      <Steps current={step} />
      <div className="no-print">
        <Message tone="info">
          <p>{NOTICE}</p>
        </Message>
      </div>
      {children}
    </FormPage>
  );
}

function Steps({ current }: { current: WizardPageProps["step"] }) {
  return (
    <ol className={`${styles.steps} no-print`}>
      {steps.map(({ path, title }) => (
        <li key={path} aria-current={path === current ? "step" : undefined}>
          {title}
        </li>
      ))}
    </ol>
  );
}
