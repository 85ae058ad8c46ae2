import { z } from "zod";
import type { PortalApiError } from "./errors.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { optionalText, textId } from "./shapes.ts";

export const client = z.object({ clientId: textId, name: z.string() });
export type Client = z.output<typeof client>;

export const postalAddress = z.object({
  line1: optionalText,
  line2: optionalText,
  town: optionalText,
  county: optionalText,
  postCode: optionalText,
});
export type PostalAddress = z.output<typeof postalAddress>;

/** `myAccounts`: `clientId:x/account number`. */
export const clientSummary = z.object({
  clientName: z.string(),
  myAccounts: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  address: postalAddress.nullish(),
});
export type ClientSummary = z.output<typeof clientSummary>;

export const listMyAccounts = operation({
  method: "GET",
  path: "Client/MyAccounts",
  answer: z.array(client),
  failure: "There was an error loading client details.",
});

export const getClientSummary = operation({
  method: "GET",
  path: "Client/GetSummaryDetails",
  answer: clientSummary,
  failure: "There was an error loading client details.",
});

/** True where the API refuses the whole account, not one thing of it. */
export function refusesAccount({ kind, call }: PortalApiError): boolean {
  return kind === "forbidden" && call === `GET ${getClientSummary.path}`;
}

export const getClientRules = validationRules("Client/GetValidationRules");
