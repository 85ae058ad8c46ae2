import { Form } from "@remix-run/react";
import { PersonField } from "#app/document/owner-fields.tsx";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { RadioCards } from "#app/ui/choice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ReadyButton } from "#app/ui/ready-button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { paths } from "#shared/paths.ts";
import type { AccountsView } from "./accounts-view.server.ts";
import styles from "./switch-account.module.css";

type AccountChoiceProps = Omit<AccountsView, "total"> & { error?: string };

/** Reloads the document, because what's in the browser belongs to the previous account. */
export function AccountChoice({ accounts, countsFailure, toPay, error, ...paging }: AccountChoiceProps) {
  if (accounts.length === 0) return null;
  const currentUrl = paths.accountSearch(paging.filter ?? "", paging.page);
  return (
    <Form method="post" action={currentUrl} reloadDocument className="stack-wide">
      <PersonField />
      {error && <ErrorSummary items={[{ text: error, href: "#account-0" }]} />}
      <RadioCards
        id="account"
        name={ACCOUNT_FIELD}
        label="Which account would you like to work for?"
        errors={error ? [error] : undefined}
        options={accounts.map(({ id, name, note }) => ({ value: id, label: name, hint: note }))}
      />
      {toPay && <p>{toPay}</p>}
      {countsFailure && <p className="muted">{countsFailure}</p>}
      <ButtonRow>
        <ReadyButton field={ACCOUNT_FIELD} reason="Choose an account to continue">
          Continue
        </ReadyButton>
      </ButtonRow>
      <Paging {...paging} />
    </Form>
  );
}

function Paging({ filter = "", page, pages }: Pick<AccountsView, "filter" | "page" | "pages">) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages of accounts" className={styles.pages}>
      {page > 1 && (
        <ButtonLink to={paths.accountSearch(filter, page - 1)} icon="chevron-left">
          Previous
        </ButtonLink>
      )}
      <span className="numeric">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <ButtonLink to={paths.accountSearch(filter, page + 1)}>
          Next
          <Icon name="chevron-right" />
        </ButtonLink>
      )}
    </nav>
  );
}

export function AccountFilter({ filter, matchingCount }: { filter: string; matchingCount: number }) {
  return (
    <Form role="search" action={paths.switchAccount()} className={styles.filter}>
      <TextInput
        id="filter"
        name="filter"
        type="search"
        label="Find an account"
        defaultValue={filter}
        key={filter}
      />
      <Button icon="search">Find</Button>
      {filter !== "" && (
        <p className={styles.found} role="status">
          {matchingCount === 0 ? "No account matches" : `${matchingCount} matching`} ‘{filter}’.{" "}
          <a href={paths.switchAccount()}>Show all accounts</a>
        </p>
      )}
    </Form>
  );
}
