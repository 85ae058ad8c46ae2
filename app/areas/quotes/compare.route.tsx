import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { requireRole } from "#app/request/require.ts";
import { OmittedItemsNote } from "#app/ui/omitted-items-note.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { Table } from "#app/ui/table.tsx";
import { paths } from "#shared/paths.ts";
import { compareVersions } from "./quote-versions.server.ts";
import { loadQuote } from "./quote-view.server.ts";
import styles from "./quotes.module.css";

export const meta = pageTitle("Compare versions");

/** Redirects to the breakdown if there are fewer than two versions. */
export async function loader(args: LoaderFunctionArgs) {
  const { quote } = await loadQuote(args, await requireRole(args, "Quotes"));
  const comparison = await compareVersions(quote);
  if (comparison.columns.length < 2) throw redirect(paths.quote(quote.quoteId));
  return { id: quote.quoteId, row: { name: `quote ${quote.quoteId}` }, ...comparison };
}

export default function CompareVersions() {
  const { id, columns, differing, differingCount, shared } = useLoaderData<typeof loader>();
  const sharedLabel = `In every version: ${shared.count} ${shared.count === 1 ? "line" : "lines"}`;
  return (
    <>
      <PageHeader title="Compare versions" back={{ to: paths.quote(id), label: `Quote ${id}` }} />
      <PageParts>
        <OmittedItemsNote shown={differing.length} total={differingCount} noun="differing lines" />
        <Table
          boxed
          caption={`How the versions of quote ${id} differ`}
          columns={[
            { key: "description", label: "Description" },
            ...columns.map(({ label }) => ({ key: label, label, numeric: true })),
          ]}
          rows={[
            ...differing.map(({ description, cells }, index) => ({
              key: `${index}`,
              cells: [description, ...cells],
            })),
            { key: "all", cells: [sharedLabel, ...columns.map(() => shared.total)] },
            {
              key: "total",
              cells: ["Total", ...columns.map(({ label, total }) => <b key={label}>{total}</b>)],
            },
          ]}
        />
        {shared.count > 0 && (
          <section className={styles.lines} aria-labelledby="shared-heading">
            <h2 id="shared-heading">In every version</h2>
            <OmittedItemsNote shown={shared.descriptions.length} total={shared.count} noun="lines" />
            <ul>
              {shared.descriptions.map((description, index) => (
                <li key={index}>{description}</li>
              ))}
            </ul>
          </section>
        )}
      </PageParts>
    </>
  );
}
