import { flowState } from "#app/flows/flow.server.ts";
import type { FieldValues } from "#app/forms/define-form.ts";
import { defineEdit } from "#app/forms/edit.server.ts";
import type { Choices } from "#app/forms/object-fields.ts";
import { definePost } from "#app/forms/post.server.ts";
import { recordCompleted } from "#app/request/completed-actions.ts";
import type { Change } from "#app/ui/before-after.tsx";
import { paths } from "#shared/paths.ts";
import { addressChoices, listAddresses } from "#shared/portal-api/addresses.ts";
import { getClientRules } from "#shared/portal-api/clients.ts";
import { getCurrentContact, updateCurrentContact, type Contact } from "#shared/portal-api/contacts.ts";
import {
  accountForm,
  OPT_OUT_ANSWER,
  OPT_OUT_CONFIRMED,
  OPT_OUT_FIELD,
  type AccountFacts,
} from "./account-form.ts";
import {
  applyOptIns,
  describeOptIns,
  marketingChange,
  selectedOptIns,
  toCategories,
  type MarketingChange,
} from "./marketing.ts";

/** The latest save's changes, for the page that confirms it. */
export const savedAccount = flowState<{
  readonly changes: readonly Change[];
  readonly marketing?: MarketingChange;
}>("saved account");

const ownContact = defineEdit({
  form: accountForm,
  get: getCurrentContact,
  update: updateCurrentContact,
  related: ({ api }) => api.call(listAddresses, {}),
  choices: ({ related }) => ({
    addressId: addressChoices(related),
    isPaperBilling: [
      { value: "true", label: "Post", apiId: true },
      { value: "false", label: "Email", apiId: false },
    ],
  }),
  withheld: () => ["email"],
  read: ({ item }) => ({
    isPaperBilling: paperBillingOf(item.billingPreferences),
    marketingPreferences: selectedOptIns(item.marketingPreferences ?? []),
  }),
  write: ({ item: { marketingPreferences: before, billingPreferences } }, values) => ({
    // In the API's object it's part of `billingPreferences`.
    isPaperBilling: undefined,
    billingPreferences: withPaperBilling(billingPreferences, values.isPaperBilling),
    marketingPreferences: before && applyOptIns(before, values.marketingPreferences),
  }),
  describeValue: ({ item }, _name, value) =>
    typeof value === "string" ? undefined : describeOptIns(item.marketingPreferences ?? [], value),
  linkedFields: { [OPT_OUT_FIELD]: "marketingPreferences" },
});

/** Edits the user's own contact in the current account (docs/domain.md, Account details). */
export const accountEditor = definePost({
  ...ownContact,
  rules: getClientRules,
  ruleContext: (source, request, values) => ({
    ...ownContact.ruleContext(source, request, values),
    facts: {
      brokenRules: (source.item.brokenRulesCollection ?? []).map(({ ruleName }) => ruleName),
    } satisfies AccountFacts,
  }),
  view({ item }, { args, portal }) {
    const { changePasswordUrl, memorableWordUrl } = args.context.config;
    return {
      categories: toCategories(item.marketingPreferences ?? []),
      identity: { isCustomer: portal.user.b2c, changePasswordUrl, memorableWordUrl },
    };
  },
  /** An opt-out must be confirmed: in a dialog, which sends OPT_OUT_CONFIRMED, or without scripts on a page that asks. */
  async otherButton(_request, body) {
    const optOut = body.get(OPT_OUT_FIELD);
    const answer = body.get(OPT_OUT_ANSWER);
    body.delete(OPT_OUT_ANSWER);
    if (optOut !== "on" && optOut !== OPT_OUT_CONFIRMED) return undefined;
    if (optOut === "on" && answer === "no") return { data: "cancelled", values: { [OPT_OUT_FIELD]: [] } };
    if (optOut === "on" && answer !== "yes") return { data: "ask" };
    body.delete("marketingPreferences");
    // If the form comes back after a warning or a sign-in, it keeps the answer and doesn't ask again.
    body.set(OPT_OUT_FIELD, OPT_OUT_CONFIRMED);
    return undefined;
  },
  save(posted) {
    // Pages greet people by the contact's name.
    posted.portal.session.forgetSummary(posted.portal.account.clientId);
    return ownContact.save(posted);
  },
  async saved({ source, portal, values }, id) {
    await recordCompleted(portal, "account saved", id);
    const optedOut = values.optOut.includes(OPT_OUT_CONFIRMED);
    const before = selectedOptIns(source.item.marketingPreferences ?? []);
    const marketing = optedOut ? "unsubscribed" : marketingChange(before, values.marketingPreferences);
    savedAccount.save(portal, { changes: changesOf(source, values), marketing });
    return { to: paths.accountConfirmation() };
  },
});

type BillingPreferences = Contact["billingPreferences"];
const paperBillingOf = (preferences: BillingPreferences) => String(preferences?.isPaperBilling ?? "");

/** Keeps the API's value if the choice is unchanged or wasn't made. */
function withPaperBilling(preferences: BillingPreferences, chosen: string): BillingPreferences {
  if (chosen === "" || chosen === paperBillingOf(preferences)) return preferences;
  return { ...preferences, isPaperBilling: chosen === "true" };
}

/** The fields that were changed, with the labels of their options instead of the values. */
function changesOf(
  { initial, choices }: { readonly initial: FieldValues; readonly choices: Choices },
  values: FieldValues,
): Change[] {
  const textOf = (name: string, value: unknown) =>
    choices[name]?.find((choice) => choice.value === value)?.label ?? String(value ?? "");
  return Object.entries(accountForm.fields)
    .filter(([name]) => name in values && String(values[name]) !== String(initial[name] ?? ""))
    .map(([name, term]) => ({
      term,
      before: textOf(name, initial[name]),
      after: textOf(name, values[name]),
    }));
}
