import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { quoteList } from "./quote-list.server.ts";
import { quoteCells } from "./quote-parts.tsx";
import styles from "./quotes.module.css";

export const meta = pageTitle("Quotes");
export const loader = listLoader(quoteList);

export default function Quotes() {
  return (
    <div className={styles.list}>
      <ListPage title="Quotes" {...useLoaderData<typeof loader>()} cells={quoteCells} />
    </div>
  );
}
