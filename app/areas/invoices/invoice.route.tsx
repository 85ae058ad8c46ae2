import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "../../paths.ts";
import { pageNotFound } from "../../request/error-page.ts";
import { titled } from "../../request/page-title.ts";
import { requireRole } from "../../request/require.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Breakdown } from "./breakdown.tsx";
import { type BreakdownView, breakdownView } from "./breakdown-view.ts";
import { isInvoiceNumber } from "../../portal-api/invoice-number.ts";

export const meta = titled((view) =>
  `Invoice ${(view as BreakdownView | undefined)?.row.number ?? ""}`.trim(),
);

/** An invoice of the account, with its breakdown (spec 2 §2); for the role Orders. */
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
