import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useOffers } from "#app/document/offers.ts";
import type { PageFacts } from "#app/document/page-facts.ts";
import { titled } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { loadList } from "#app/grid/list-loader.server.ts";
import { paths } from "#app/paths.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { Message } from "#app/ui/message.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { directDebitList } from "./direct-debit-list.server.ts";
import styles from "./direct-debits.module.css";
import { lettersOf } from "./letters.server.ts";
import { NOTICE } from "./wizard-texts.ts";

export const handle: PageFacts = { parts: ["directDebits"] };
export const meta = titled("Direct Debits");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const view = await loadList(directDebitList, args, portal);
  const numbers = view.rows.map(({ more }) => more.number);
  return { view, letters: await lettersOf(args, portal, numbers) };
}

export default function DirectDebits() {
  const { view, letters } = useLoaderData<typeof loader>();
  const hasFiles = useOffers("files");
  return (
    <ListPage
      title="Direct Debits"
      view={view}
      cells={{
        sortCode: ({ text }) => <span className="numeric">{text.sortCode}</span>,
        letter:
          hasFiles &&
          (({ key, name, more }) =>
            letters.ok &&
            letters.value.includes(more.number) && (
              <IconLink
                to={paths.directDebitLetter(key)}
                icon="download"
                size="small"
                title="Letter"
                label={`Letter of ${name}`}
                reloadDocument
              />
            )),
      }}
      actions={
        <ButtonLink to={paths.directDebitNew()} variant="primary" icon="plus">
          Add Direct Debit
        </ButtonLink>
      }
    >
      <div className={`stack ${styles.notice}`}>
        <Message tone="info">
          <p>{NOTICE}</p>
        </Message>
        {!letters.ok && <PanelError text={letters.message} reference={letters.reference} />}
      </div>
    </ListPage>
  );
}
