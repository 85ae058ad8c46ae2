import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { loadMandates } from "#app/areas/invoices/how-paid.server.ts";
import { LIST_SELECT_VALUE, queryStringOfSelects, readKeyword, readListState } from "#app/grid/list-state.ts";
import { formFields, readForm, shortText, shortTexts } from "#app/request/read-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import { paths } from "#shared/paths.ts";
import { isPayable } from "#shared/portal-api/invoices.ts";
import { NEXT_FIELD, SELECT_FIELD, SHOWN_FIELD } from "./selection-fields.ts";
import {
  changeSelection,
  clearSelection,
  dropUnpayable,
  findSelected,
  leaveOutAboveLimit,
  payableBelowLimit,
  selectAllDue,
  selectedNumbers,
  selectOnly,
  tooManyInvoices,
  whyNotPayable,
} from "./selection.server.ts";
import { unpaidList } from "./unpaid-list.server.ts";

const field = shortText.default("");
export const selectionFields = formFields("303, 200 or 400: see *A payment* in this document", {
  [SELECT_FIELD]: shortTexts,
  [SHOWN_FIELD]: shortTexts,
  [NEXT_FIELD]: field,
  search: field,
  sort: field,
  size: field,
});

/** Saves the page's ticks, then does what the pressed button asks for: `next` is a {@link SelectionButton} or a list's query string. */
export async function saveSelection(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const form = await readForm(args, selectionFields, { sameAccountAs: portal });
  const { shown, next } = form;
  const ticked = new Set(form.select);
  // Unticks the others first, to make room for this page's ticks in a full selection.
  const messages = [next === "only" ? await selectOnly(portal, ticked) : ""];
  const remove = shown.filter((number) => !ticked.has(number));
  const leftOut = await changeSelection(portal, { add: [...ticked], remove });
  if (next === "keep")
    return data({ errors: [], amountBelowLimit: undefined }, leftOut.length > 0 ? 400 : 200);
  if (next === "all" || next === "due") {
    const mandates = await loadMandates(args, portal);
    const hasAny = await selectAllDue(portal, mandates, args.context.services.now(), next === "due");
    if (!hasAny && next === "due") return redirect(paths.makePayment(), 303);
  } else if (next === "none") await clearSelection(portal);
  else if (next === "fits") messages.push(await leaveOutAboveLimit(portal));
  else messages.push(tooManyInvoices(leftOut));
  const isPaying = ["proceed", "only", "fits", "due"].includes(next);
  if (isPaying) {
    const numbers = await selectedNumbers(portal);
    const chosen = await findSelected(portal, numbers);
    const payable = chosen.filter(isPayable);
    const dropped = await dropUnpayable(portal, numbers, chosen);
    messages.push(dropped);
    // Undefined if they can be paid. If invoices were dropped, the reasons for that say more than 'none is left'.
    const error = payable.length === 0 && dropped ? "" : whyNotPayable(payable);
    const amountBelowLimit = payableBelowLimit(payable);
    if (error !== undefined)
      return data({ errors: [error, ...messages].filter(Boolean), amountBelowLimit }, 400);
  }
  const text = messages.filter(Boolean).join(" ");
  if (text) portal.session.flash({ tone: "info", text });
  if (isPaying) return redirect(paths.paymentSummary(), 303);
  const { pathname, search } = new URL(args.request.url);
  const href = isListRequest(args.request.url, form) ? queryStringOfSelects(unpaidList, form) : next;
  return redirect(safePath(pathname + (href.startsWith("?") ? href : search)) ?? pathname, 303);
}

/** The search, a select, or Enter in the search box, which presses a button without a value. */
function isListRequest(url: string, { next, search }: z.output<typeof selectionFields>): boolean {
  const isSearched = readKeyword(search) !== readListState(url, unpaidList).search;
  return next === LIST_SELECT_VALUE || (next === "" && isSearched);
}
