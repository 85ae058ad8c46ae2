import { z } from "zod";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { savedId } from "./saved.ts";
import { idAsSent, ignored, itemsOf, shown } from "./shapes.ts";

const text = shown.unchanged();

/** A direct debit from the API. We send it back whole, with unknown fields. Never log one. */
export const directDebit = z.looseObject({
  directDebitId: idAsSent,
  rowVersion: idAsSent.nullish(),
  sageAccountNumber: text,
  sageAccountLinkId: text,
  sage200CompanyName: text,
  selectedSageAccount: text,
  bankSortCode: text,
  bankAccountNumber: text,
  bankAccountName: text,
  bankName: text,
  bankAccountVerificationMAC: text.describe("Proof that these numbers passed the bank check."),
  directDebitReference: text,
  accountHolderConfirm: shown.unchangedFlag(),
  accountAuthConfirm: shown.unchangedFlag(),
  eventCorrelationId: text,
});
export type DirectDebit = z.output<typeof directDebit>;

export const getDirectDebitRules = validationRules("DirectDebit/GetValidationRules");

export const listDirectDebits = operation({
  method: "GET",
  path: "DirectDebit/GetDirectDebits",
  answer: itemsOf(directDebit),
  isList: true,
  failure: "There was an error loading Direct Debits.",
});

/** The account numbers in the provider's books; `name` has up to three parts (see {@link parseAccountName}). */
export const listSageAccounts = operation({
  method: "GET",
  path: "DirectDebit/GetSageAccountsOfClient",
  query: z.object({ includeUsedAccounts: z.boolean() }),
  answer: itemsOf(z.object({ id: idAsSent, name: shown.text() })),
  isList: true,
  failure: "There was an error loading your Sage accounts.",
});

export const getBlankDirectDebit = operation({
  method: "GET",
  path: "DirectDebit/Create",
  answer: directDebit,
  failure: "There was an error loading the form.",
});

/** The answer isn't documented, so we look up the new direct debit in the list. */
export const createDirectDebit = operation({
  method: "POST",
  path: "DirectDebit/Create",
  body: directDebit,
  answer: ignored,
  failure: "There was an error setting up the Direct Debit.",
});

export const getDirectDebitToEdit = operation({
  method: "GET",
  path: "DirectDebit/Edit/{id}",
  isOneById: true,
  params: z.object({ id: z.string() }),
  answer: directDebit.extend({ directDebitId: savedId }),
  failure: "There was an error loading Direct Debit details.",
});

export const updateDirectDebit = operation({
  method: "PUT",
  path: "DirectDebit/Edit",
  body: directDebit,
  allowsPlainText: true,
  // Some APIs only return the id, as plain text. All we use is the event's correlation id, if there is one.
  answer: z.object({ eventCorrelationId: text }).nullish().catch(undefined),
  failure: "There was an error updating the Direct Debit",
});

export const logLetterDownload = operation({
  method: "POST",
  path: "DirectDebit/LogDirectDebitLetterDownloadEvent",
  body: z.object({
    directDebitId: idAsSent,
    eventCorrelationId: z.unknown().meta({ type: ["string", "number", "null"] }),
    eventName: z.enum(["Started", "Completed"]),
    eventStatus: z.enum(["OK", "Failed"]),
  }),
  answer: ignored,
  failure: "There was an error logging the Direct Debit Download.",
});

/** Parses e.g. `HAR004 - Harbour & Pine Ltd - Larkfield Voice Ltd`; undefined if there are more than three parts. */
export function parseAccountName(
  name: string,
): { readonly number: string; readonly company: string } | undefined {
  const [number = "", ...others] = name.split(" - ").map((part) => part.trim());
  if (others.length > 2 || number === "") return undefined;
  return { number, company: others[1] ?? "" };
}
