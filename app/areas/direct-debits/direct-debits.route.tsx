import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { RowOf } from "#app/grid/define-list.server.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { checkLetter } from "#shared/portal-api/files.ts";
import { directDebitList } from "./direct-debit-list.server.ts";
import styles from "./direct-debits.module.css";
import { NoticePeriod } from "./flow-page.tsx";

export const handle: PageFacts = { requiredParts: ["directDebits"] };
export const meta = pageTitle("Direct Debits");
export const loader = listLoader(directDebitList, ({ args, portal, view }) => ({
  letters: view.then(({ rows }) => accountsWithLetter(args, portal, rows)),
}));

/** The account numbers in these rows that have a letter. */
function accountsWithLetter(
  { context }: RouteArgs,
  portal: Portal,
  rows: readonly RowOf<typeof directDebitList>[],
) {
  const files = filesOf(context, portal);
  const { clientId } = portal.account;
  const accounts = rows.map(async ({ text: { account: sageAccountNumber } }) => {
    const hasLetter =
      sageAccountNumber !== "" &&
      (await files.check(checkLetter, { clientId, sageAccountNumber }, optionalCallOptions));
    return hasLetter ? [sageAccountNumber] : [];
  });
  return tolerate(
    Promise.all(accounts).then((lists) => lists.flat()),
    { context },
  );
}

export default function DirectDebits() {
  const { view, letters } = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Direct Debits"
      back={{ to: paths.invoices(), label: "Invoices" }}
      view={view}
      cells={{
        sortCode: ({ text }) => <span className="numeric">{text.sortCode}</span>,
        letter: ({ text }, shown) => letters.ok && letters.value.includes(text.account) && shown,
      }}
      actions={
        <ButtonLink to={paths.directDebitNew()} variant="primary" icon="plus">
          Add Direct Debit
        </ButtonLink>
      }
    >
      <div className={`stack ${styles.notice}`}>
        <NoticePeriod />
        {!letters.ok && <PanelError {...letters} />}
      </div>
    </ListPage>
  );
}
