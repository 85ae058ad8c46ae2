import { redirect } from "@remix-run/node";
import { panel, partOptions } from "#app/errors/panel.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { listMyInvoices } from "#app/portal-api/invoices.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { NOTICE_DAYS, workingDaysAfter } from "#app/working-days.server.ts";
import type { BankCheck } from "./bank-check.server.ts";
import { isSameNumbers, masked, sortCodeText } from "./bank-numbers.ts";
import { confirmationForm, SHOWN_DETAILS_FIELD } from "./direct-debit-forms.ts";
import {
  checkOf,
  intentOf,
  requireEntered,
  stepPath,
  type Details,
  type Entered,
  type Wizard,
} from "./entered.server.ts";
import { ONE_PER_ACCOUNT } from "./wizard-texts.ts";
import { frameOf, listUnusedAccounts, readDirectDebit } from "./wizard-view.server.ts";

const MOST_UNPAID = 100;

export type Complete = Entered & { readonly details: Details };

/** What step 3 needs. Throws the redirect to the first step that is not done. */
export function requireDetails(
  args: RouteArgs,
  wizard: Wizard,
): { entered: Complete; check: BankCheck | undefined } {
  const entered = requireEntered(args, wizard);
  const { details } = entered;
  const check = details && checkOf(wizard, details);
  if (!details || entered.refused || check?.state === "invalid")
    throw redirect(stepPath(args, "/details"), 303);
  return { entered: { ...entered, details }, check };
}

/** What step 3 shows; account numbers are masked. */
export async function confirmationView(args: RouteArgs, portal: Portal) {
  const { context, params } = args;
  const wizard = { id: params.id, portal };
  const { entered, check } = requireDetails(args, wizard);
  const { details } = entered;
  const [thing, accounts, unpaid] = await Promise.all([
    wizard.id === undefined ? undefined : readDirectDebit(portal, wizard.id),
    wizard.id === undefined ? panel(listUnusedAccounts(portal), { context }) : undefined,
    panel(unpaidOf(portal, details.sageAccountNumber), { context }),
  ]);
  // Somebody may have set one up since step 2, which then says so.
  const isFree =
    !accounts?.ok || accounts.value.some(({ id }) => String(id) === String(details.sageAccountLinkId));
  if (!isFree && !context.state.formRefused) {
    portal.session.flash({ tone: "warning", text: ONE_PER_ACCOUNT });
    throw redirect(stepPath(args, "/details"), 303);
  }
  const numbers = check?.output ?? details;
  const current = { [SHOWN_DETAILS_FIELD]: intentOf(wizard, entered) };
  return {
    frame: frameOf(args, thing),
    form: openForm(args, portal, confirmationForm, { current, isNew: !thing }),
    back: stepPath(args, "/details"),
    summary: [
      {
        term: "Account",
        detail: [details.sageAccountNumber, details.companyName].filter(Boolean).join(", "),
      },
      { term: "Bank Sort Code", detail: sortCodeText(numbers.bankSortCode) },
      { term: "Bank Account Number", detail: masked(numbers.bankAccountNumber) },
      { term: "Bank Account Name", detail: details.bankAccountName },
      { term: "Bank Name", detail: check ? check.bankName : String(thing?.bankName ?? "") },
    ],
    isChanged: check?.output !== undefined && !isSameNumbers(check.output, details),
    unchecked: check?.state === "unavailable" ? check.text : undefined,
    earliest: workingDaysAfter(context.services.now(), NOTICE_DAYS),
    unpaid: unpaid.ok ? unpaid.value : 0,
    brand: context.config.brandName,
  };
}

export type ConfirmationView = Awaited<ReturnType<typeof confirmationView>>;

async function unpaidOf({ api }: Portal, accountNumber: string): Promise<number> {
  const query = { sortBy: "dateIssued DESC", pageSize: MOST_UNPAID, pageNumber: 1, unpaidOnly: true };
  const { items } = await api.call(listMyInvoices, { query }, partOptions);
  return items.filter((one) => one.accountNumber === accountNumber && one.outstandingAmount > 0).length;
}
