import { z } from "zod";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { optionalText, textId } from "./shapes.ts";

/** A client account that the signed-in user may work for (spec 1 §3). */
export const client = z.object({ clientId: textId, name: z.string() });
export type Client = z.output<typeof client>;

/** An address on the API's documents; absent lines are empty. */
export const postalAddress = z.object({
  line1: optionalText,
  line2: optionalText,
  town: optionalText,
  county: optionalText,
  postCode: optionalText,
});
export type PostalAddress = z.output<typeof postalAddress>;

/** `myAccounts` holds texts shaped `clientId:x/sageId`; the part behind the slash is the account number. */
export const clientSummary = z.object({
  clientName: z.string(),
  myAccounts: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  address: postalAddress.nullish(),
});
export type ClientSummary = z.output<typeof clientSummary>;

/** The accounts that the signed-in user may work for. */
export const listMyAccounts = operation({
  method: "GET",
  path: "Client/MyAccounts",
  answer: z.array(client),
  failure: "There was an error loading client details.",
});

/** Name, account numbers and address of the current account (spec 1 §7). */
export const getClientSummary = operation({
  method: "GET",
  path: "Client/GetSummaryDetails",
  answer: clientSummary,
  failure: "There was an error loading client details.",
});

/** The rules of the account details form, and of what else belongs to the client. */
export const getClientRules = validationRules("Client/GetValidationRules");
