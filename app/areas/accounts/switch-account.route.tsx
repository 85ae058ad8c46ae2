import {
  data,
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { menuPageOf } from "#app/areas/shell/navigation.ts";
import { PersonField } from "#app/document/owner-fields.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { SearchForm } from "#app/grid/grid-forms.tsx";
import { GridPaging } from "#app/grid/grid-paging.tsx";
import { listQueryString } from "#app/grid/list-state.ts";
import { enterAccount } from "#app/request/account-summary.ts";
import { choosableAccounts } from "#app/request/accounts.ts";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { formFields, readForm, withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireUser } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import { RadioCards } from "#app/ui/choice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ReadyButton } from "#app/ui/ready-button.tsx";
import { paths } from "#shared/paths.ts";
import { accountsView, type AccountsView } from "./accounts-view.server.ts";
import { NoAccountFound } from "./no-account-found.tsx";
import styles from "./switch-account.module.css";

export const meta = pageTitle("Choose Account");

export async function loader(args: LoaderFunctionArgs) {
  const view = await accountsView(args, await requireUser(args));
  // `pageTitle` puts 'Error: ' before the title of a refused form.
  return { ...view, form: { refused: args.context.state.formRefused !== undefined } };
}

// Loose, because it also accepts the fields of a form that it passes on to `continue`.
const chosenAccount = formFields("", {})
  .loose()
  .describe("303, or 307 to `continue`; 400 if the chosen `account` isn't one of the person's");

/** Changes the account, then passes the posted form on to `continue`, or opens `to`, the menu page for `from`, or the page saved at sign-in. */
export const action = withFormsForDocs([chosenAccount], async (args: ActionFunctionArgs) => {
  const signedIn = await requireUser(args);
  const { account: chosenId } = await readForm(args, chosenAccount, { samePersonAs: signedIn });
  const accounts = await choosableAccounts(args, signedIn);
  const account = accounts.find(({ clientId }) => clientId === chosenId);
  if (!account) {
    args.context.state.formRefused = "error";
    return data({ error: chosenId === undefined ? "Choose an account" : "Choose one of your accounts" }, 400);
  }
  const { searchParams } = new URL(args.request.url);
  const continueTo = safePath(searchParams.get("continue"));
  await enterAccount(args.context, account);
  // 307 makes the browser post the same form again, which could loop for ever if it came back here.
  if (continueTo && !continueTo.startsWith(paths.switchAccount())) return redirect(continueTo, 307);
  const from = searchParams.get("from");
  const menuPagePath =
    from === null ? undefined : menuPageOf(from, signedIn.user, account.clientId, args.context);
  const next = safePath(searchParams.get("to")) ?? menuPagePath ?? safePath(signedIn.session.takeSavedUrl());
  return redirectDocument(next ?? paths.dashboard(), 303);
});

export default function SwitchAccount() {
  const view = useLoaderData<typeof loader>();
  const { error } = useActionData<typeof action>() ?? {};
  return (
    <div className={styles.page} data-alone={!view.hasCurrentAccount}>
      <PageHeader
        title="Choose Account"
        back={view.hasCurrentAccount ? { to: paths.dashboard(), label: "Back" } : undefined}
      />
      {view.pendingValidation && (
        <Message tone="info">
          You may have access to other accounts, but you&apos;re still waiting to be validated. Please contact
          your Customer Portal Administrator.
        </Message>
      )}
      {view.hasAccounts ? <AccountChoice {...view} error={error} /> : <NoAccountFound phone={view.phone} />}
    </div>
  );
}

/** Continue reloads the document, because what's in the browser belongs to the previous account. */
function AccountChoice({ error, ...shown }: AccountsView & { error?: string }) {
  const { view, accounts, toPay, countsFailure } = shown;
  const { list, state } = view;
  return (
    <>
      {/* Doesn't search while someone types, because each search asks for the amount due on every account it finds. */}
      {shown.hasSearch && <SearchForm list={list} state={state} onlyOnSubmit />}
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
