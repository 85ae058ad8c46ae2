import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mandatesOf, markedView } from "#app/areas/invoices/how-paid.server.ts";
import { useOffers } from "#app/document/offers.ts";
import type { PageFacts } from "#app/document/page-facts.ts";
import { pageTitle } from "#app/document/page-title.ts";
import {
  hrefOfSelects,
  isNarrowed,
  LIST_SELECT_VALUE,
  readKeyword,
  readListState,
} from "#app/grid/define-list.ts";
import { loadList } from "#app/grid/list-loader.server.ts";
import { toListDefinition } from "#app/grid/list.server.ts";
import { paths } from "#app/paths.ts";
import { isPayable } from "#app/portal-api/invoices.ts";
import { requireRole } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { safePath } from "#app/request/saved-url.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { NotChecked } from "./not-checked.tsx";
import { SelectionForm } from "./selection-form.tsx";
import {
  changeSelection,
  clearSelection,
  dropUnpayable,
  findSelected,
  keepOnly,
  selectAllDue,
  selectedNumbers,
  tooManyInvoices,
  totalDue,
  whyNotPayable,
} from "./selection.server.ts";
import { unpaidList, type MakePaymentView } from "./unpaid-list.server.ts";
import { KEEP, NEXT_FIELD, SELECT_FIELD, SHOWN_FIELD } from "./use-ticks.ts";

export const handle: PageFacts = { parts: ["cardPayments"] };
export const meta = pageTitle("Make a Payment");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const numbers = await selectedNumbers(portal);
  const [list, chosen, mandates] = await Promise.all([
    loadList(unpaidList, args, portal),
    findSelected(portal, numbers),
    mandatesOf(args, portal),
  ]);
  const payable = chosen.filter(isPayable);
  const selected = new Set(payable.map(({ invoiceNumber }) => invoiceNumber));
  const view: MakePaymentView = {
    list: markedView(list, mandates, args.context.services.now()),
    isChecked: mandates !== undefined,
    ticked: list.rows.map(({ key }) => key).filter((key) => selected.has(key)),
    chosen: { count: payable.length, pence: Math.round(totalDue(payable) * 100) },
  };
  return data(view, list.failure?.status);
}

/** Keeps the ticks of this page, then goes where the button leads. `only` unticks the invoices of other pages. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const form = await args.request.formData();
  requireSameAccount(portal, form, args.request);
  const ticked = new Set(form.getAll(SELECT_FIELD).map(String));
  const shown = form.getAll(SHOWN_FIELD).map(String);
  const next = String(form.get(NEXT_FIELD) ?? "");
  // Before anything is added: a full selection would leave out the very invoice that is to be paid alone.
  const said = [next === "only" ? await keepOnly(portal, ticked) : ""];
  const remove = shown.filter((number) => !ticked.has(number));
  const leftOut = await changeSelection(portal, { add: [...ticked], remove });
  if (next === KEEP) return data({ errors: [] }, leftOut.length > 0 ? 400 : 200);
  if (next === "all") await selectAllDue(portal, await mandatesOf(args, portal), args.context.services.now());
  else if (next === "none") await clearSelection(portal);
  else said.push(tooManyInvoices(leftOut));
  const goesOn = next === "proceed" || next === "only";
  if (goesOn) {
    const numbers = await selectedNumbers(portal);
    const chosen = await findSelected(portal, numbers);
    const error = whyNotPayable(chosen.filter(isPayable));
    if (error) return data({ errors: [error, ...said.filter(Boolean)] }, 400);
    said.push(await dropUnpayable(portal, numbers, chosen));
  }
  const text = said.filter(Boolean).join(" ");
  if (text) portal.session.flash({ tone: "info", text });
  if (goesOn) return redirect(paths.paymentSummary(), 303);
  const { pathname, search } = new URL(args.request.url);
  const href = asksForList(args.request.url, next, form) ? hrefOfSelects(list, form) : next;
  return redirect(safePath(pathname + (href.startsWith("?") ? href : search)) ?? pathname, 303);
}

const list = toListDefinition(unpaidList);

/** By the search, a select, or the Enter key in the search box, which presses a button without a value. */
function asksForList(url: string, next: string, form: FormData): boolean {
  const isSearched = readKeyword(String(form.get("search") ?? "")) !== readListState(url, list).search;
  return next === LIST_SELECT_VALUE || (next === "" && isSearched);
}

export default function MakePayment() {
  const view = useLoaderData<typeof loader>();
  const hasDirectDebits = useOffers("directDebits");
  const errors = useActionData<typeof action>()?.errors ?? [];
  return (
    <div className="stack-wide">
      <PageHeader
        title="Make a Payment"
        intro={<p>Up to 200 invoices and £100,000.00 can be paid by card at once.</p>}
        actions={
          <>
            <ButtonLink to={paths.invoices()}>Manage Invoices</ButtonLink>
            {hasDirectDebits && <ButtonLink to={paths.directDebitNew()}>Setup Direct Debit</ButtonLink>}
          </>
        }
      />
      {errors.length > 0 && <ErrorSummary items={errors.map((text) => ({ text, href: "#unpaid" }))} />}
      <Message tone="warning">
        <p>
          We cannot take a further payment against an invoice if the status shows as payment processing.
          Please try again later.
        </p>
      </Message>
      {!view.isChecked && <NotChecked />}
      {view.list.total === 0 && !view.list.failure && !isNarrowed(view.list.list, view.list.state) ? (
        <EmptyState icon="circle-check">You have no unpaid invoices</EmptyState>
      ) : (
        <SelectionForm {...view} />
      )}
    </div>
  );
}
