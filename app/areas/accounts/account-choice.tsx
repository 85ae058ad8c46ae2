import { Form } from "@remix-run/react";
import { PersonField } from "#app/document/owner-fields.tsx";
import { SearchForm } from "#app/grid/grid-forms.tsx";
import { GridPaging } from "#app/grid/grid-paging.tsx";
import { listQueryString } from "#app/grid/list-state.ts";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { RadioCards } from "#app/ui/choice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { ReadyButton } from "#app/ui/ready-button.tsx";
import type { AccountsView } from "./accounts-view.server.ts";

type AccountChoiceProps = Pick<
  AccountsView,
  "view" | "hasSearch" | "accounts" | "toPay" | "countsFailure"
> & { error?: string };

/** Continue reloads the document, because what's in the browser belongs to the previous account. */
export function AccountChoice({
  view,
  hasSearch,
  accounts,
  toPay,
  countsFailure,
  error,
}: AccountChoiceProps) {
  const { list, state } = view;
  return (
    <>
      {/* Doesn't search while someone types, because each search asks for the amount due on every account it finds. */}
      {hasSearch && <SearchForm list={list} state={state} onlyOnSubmit />}
      {accounts.length === 0 ? (
        <p role="status">No account matches ‘{state.search}’.</p>
      ) : (
        <Form
          method="post"
          action={list.path + listQueryString(list, state, { page: state.page })}
          reloadDocument
          className="stack-wide"
        >
          <PersonField />
          {error && <ErrorSummary items={[{ text: error, href: "#account-0" }]} />}
          <RadioCards
            id="account"
            name={ACCOUNT_FIELD}
            label="Which account would you like to use?"
            errors={error ? [error] : undefined}
            options={accounts}
          />
          {toPay && <p>{toPay}</p>}
          {countsFailure && <p className="muted">{countsFailure}</p>}
          <ButtonRow>
            <ReadyButton field={ACCOUNT_FIELD} reason="Choose an account to continue">
              Continue
            </ReadyButton>
          </ButtonRow>
          <GridPaging {...view} />
        </Form>
      )}
    </>
  );
}
