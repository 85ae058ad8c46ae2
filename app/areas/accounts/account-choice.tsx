import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD } from "#app/request/account-field.ts";
import { RadioCards } from "#app/ui/choice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import type { AccountsView } from "./accounts-view.ts";
import { ContinueButton } from "./continue-button.tsx";

type AccountChoiceProps = Pick<AccountsView, "accounts" | "countsMissing"> & { error?: string };

/** The radio list of accounts; the answer is a document, since everything on the page belongs to the account. */
export function AccountChoice({ accounts, countsMissing, error }: AccountChoiceProps) {
  if (accounts.length === 0) return null;
  return (
    <Form method="post" action={paths.switchAccount()} reloadDocument className="stack-wide">
      {error && <ErrorSummary items={[{ text: error, href: "#account-0" }]} />}
      <RadioCards
        id="account"
        name={ACCOUNT_FIELD}
        label="Which account would you like to work for?"
        errors={error ? [error] : undefined}
        options={accounts.map(({ id, name, unread, isCurrent }) => ({
          value: id,
          label: name,
          hint: noteOf(unread, isCurrent),
        }))}
      />
      {countsMissing && <p className="muted">{countsMissing}</p>}
      <ContinueButton />
    </Form>
  );
}

function noteOf(unread: number | undefined, isCurrent: boolean): string | undefined {
  const notes = [
    isCurrent ? "Current account" : undefined,
    unread === undefined ? undefined : counted(unread),
  ];
  return notes.filter((note) => note !== undefined).join(" · ") || undefined;
}

function counted(unread: number): string {
  return `${unread === 0 ? "No" : unread} unread notification${unread === 1 ? "" : "s"}`;
}
