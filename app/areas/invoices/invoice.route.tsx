import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { isInvoiceNumber } from "#app/portal-api/invoice-number.ts";
import { pageNotFound } from "#app/request/error-page.ts";
import { titled } from "#app/request/page-title.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { breakdownView, type BreakdownView } from "./breakdown-view.ts";
import { Breakdown } from "./breakdown.tsx";

export const meta = titled((view) =>
  `Invoice ${(view as BreakdownView | undefined)?.row.number ?? ""}`.trim(),
);

/** An invoice of the account with its breakdown. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const number = args.params["number"];
  if (!isInvoiceNumber(number)) throw pageNotFound();
  return breakdownView(args, portal, number);
}

/** The breakdown under its buttons. */
export default function Invoice() {
  const view = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Invoice ${view.row.number}`}
        actions={
          <>
            <ButtonLink to={view.backTo} icon="arrow-left">
              Back to Invoices
            </ButtonLink>
            <ButtonLink to={paths.directDebitNew()}>Setup new Direct Debit</ButtonLink>
          </>
        }
      />
      <Breakdown {...view} />
    </>
  );
}
