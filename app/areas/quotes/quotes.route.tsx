import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { paths } from "#shared/paths.ts";
import { quoteList } from "./quote-list.server.ts";
import { quoteCells } from "./quote-parts.tsx";
import styles from "./quotes.module.css";

export const meta = pageTitle("Quotes");
export const loader = listLoader(quoteList);

export default function Quotes() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <div className={styles.list}>
      <ListPage
        title="Quotes"
        view={view}
        cells={quoteCells}
        actions={
          view.total > 0 && (
            <ButtonLink to={paths.comingUp("quotes")} icon="calendar" variant="quiet">
              By month of expiry
            </ButtonLink>
          )
        }
      />
    </div>
  );
}
