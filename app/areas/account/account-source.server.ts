import type { Judging } from "#app/forms/define-form.ts";
import { formRules } from "#app/forms/form-rules.ts";
import { listAddresses, type Address } from "#app/portal-api/addresses.ts";
import { getClientRules } from "#app/portal-api/clients.ts";
import { getCurrentContact, type Contact } from "#app/portal-api/contacts.ts";
import type { ValidationRule } from "#app/portal-api/rules.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { accountForm, type AccountValues } from "./account-form.ts";
import { optInsOf } from "./marketing.ts";

export interface AccountSource {
  readonly contact: Contact;
  readonly rules: readonly ValidationRule[];
  readonly addresses: readonly Address[];
}

/** The user's contact with its rules and the account's locations, all asked for together. Throws PortalApiError. */
export async function accountSource({ context }: RouteArgs, portal: Portal): Promise<AccountSource> {
  const { api } = portal;
  const [contact, rules, addresses] = await Promise.all([
    api.call(getCurrentContact, {}),
    formRules(context, portal, getClientRules),
    api.call(listAddresses, {}),
  ]);
  return { contact, rules, addresses };
}

/** What the form is judged by. The e-mail address can't be edited here, so its rules are left to the API. */
export function judgingOf({ contact, rules }: AccountSource): Judging {
  return {
    rules: rules.filter(({ property }) => property !== "Email" && property !== "ConfirmEmail"),
    fixed: {
      email: contact.email ?? "",
      brokenRules: (contact.brokenRulesCollection ?? []).map(({ ruleName }) => ruleName),
    },
  };
}

/** The contact as the form's fields hold it. */
export function valuesOf(contact: Contact): AccountValues {
  const names = Object.keys(accountForm.fields).map((name) => [name, textOf(contact[name])]);
  const { isPaperBilling } = contact.billingPreferences ?? {};
  return {
    ...(Object.fromEntries(names) as Omit<AccountValues, "marketingPreferences" | "optOut">),
    addressId: Number(contact.addressId ?? 0) <= 0 ? "" : textOf(contact.addressId),
    isPaperBilling: typeof isPaperBilling === "boolean" ? String(isPaperBilling) : "",
    marketingPreferences: optInsOf(contact.marketingPreferences ?? []),
    optOut: [],
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
