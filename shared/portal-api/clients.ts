import { z } from "zod";
import type { PortalApiError } from "./errors.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { arrayOf, idAsText, isObject, shown } from "./shapes.ts";

/** An account without a name shows its id instead. */
export const client = z
  .preprocess(
    (body) => {
      const { name, clientName } = Object(body) as Readonly<Record<string, unknown>>;
      return isObject(body) ? { ...(body as object), name: name || clientName } : body;
    },
    z.object({ clientId: idAsText, name: shown.text() }),
  )
  .transform(({ clientId, name }) => ({ clientId, name: name.trim() || clientId }));
export type Client = z.output<typeof client>;

/** The memberships that the portal shows. */
export const memberships = ["Gold", "Silver", "Bronze"];

/** Each of `myAccounts` ends in `/` and an account number, e.g. `1001:1/HAR001`; we ignore the rest. We refuse an answer without a name, so that it isn't cached. */
export const clientSummary = z.object({
  clientName: z.string().regex(/\S/),
  myAccounts: shown.texts(),
  address: shown.address(),
  customerTier: shown.unchanged(),
  membershipTier: shown.word(memberships).optional(),
});
export type ClientSummary = z.output<typeof clientSummary>;

export const listMyAccounts = operation({
  method: "GET",
  path: "Client/MyAccounts",
  answer: arrayOf(client),
  isList: true,
  failure: "There was an error loading client details.",
});

export const getClientSummary = operation({
  method: "GET",
  path: "Client/GetSummaryDetails",
  answer: clientSummary,
  failure: "There was an error loading client details.",
});

/** Whether the API refuses the whole account. Everyone in it may make this call, so its 403 isn't about a missing role. */
export function refusesAccount({ kind, call }: PortalApiError): boolean {
  return kind === "forbidden" && call === `GET ${getClientSummary.path}`;
}

export const getClientRules = validationRules("Client/GetValidationRules");
