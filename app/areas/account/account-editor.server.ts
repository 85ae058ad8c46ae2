import type { Judging } from "#app/forms/define-form.ts";
import { defineEditor, type Source } from "#app/forms/editor.server.ts";
import { fieldsOf, written } from "#app/forms/object-fields.ts";
import type { StepAnswer } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { addressChoice, listAddresses, type Address } from "#app/portal-api/addresses.ts";
import { getClientRules } from "#app/portal-api/clients.ts";
import { getCurrentContact, updateCurrentContact, type Contact } from "#app/portal-api/contacts.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import { noteDone } from "#app/request/done-here.ts";
import type { PortalSession } from "#server/session/portal-session.ts";
import {
  accountForm,
  billingOptions,
  OPT_OUT_ANSWER,
  OPT_OUT_CONFIRMED,
  OPT_OUT_FIELD,
  type AccountValues,
} from "./account-form.ts";
import { categoriesOf, changeOf, optInsInWords, optInsOf, withOptIns } from "./marketing.ts";

type AccountSource = Source<Contact, readonly Address[]>;

/** One's own contact in the current account (docs/domain.md, Account details). */
export const accountEditor = defineEditor({
  form: accountForm,
  rules: getClientRules,
  get: getCurrentContact,
  update: updateCurrentContact,
  related: ({ api }) => api.call(listAddresses, {}),
  choices: choicesOf,
  read: accountValues,
  write: toAccountContact,
  judging: judgingOf,
  inWords: ({ item }, _name, value) =>
    typeof value === "string" ? undefined : optInsInWords(item.marketingPreferences ?? [], value),
  together: { [OPT_OUT_FIELD]: "marketingPreferences" },
  step: async (_args, _portal, body) => askOptOut(body),
  async saved({ portal }, { source, values }) {
    await noteDone(portal, "account saved", "");
    const optedOut = values.optOut.includes(OPT_OUT_CONFIRMED);
    const change = changeOf(accountValues(source).marketingPreferences, values.marketingPreferences);
    await noteMarketing(portal.session, optedOut ? "unsubscribed" : change);
    return { to: paths.accountConfirmation() };
  },
  view({ item }, { context }, { user }) {
    const { changePasswordUrl, memorableWordUrl } = context.config;
    return {
      categories: categoriesOf(item.marketingPreferences ?? []),
      identity: { available: user.b2c, changePassword: changePasswordUrl, memorableWord: memorableWordUrl },
    };
  },
});

export type AccountFormView = ReturnType<NonNullable<typeof accountEditor.view>>;

function choicesOf({ related }: Pick<AccountSource, "related">) {
  return { addressId: related.map(addressChoice), isPaperBilling: billingOptions };
}

/** Nobody can mend an e-mail address here, so its rules are left to the API. */
function judgingOf({ item, rules }: AccountSource): Judging {
  return {
    rules: rules.filter(({ property }) => property !== "Email" && property !== "ConfirmEmail"),
    fixed: {
      email: wordsOf(item.email),
      brokenRules: (item.brokenRulesCollection ?? []).map(({ ruleName }) => ruleName),
    },
  };
}

export function accountValues({ item }: Pick<AccountSource, "item">): AccountValues {
  const { isPaperBilling } = item.billingPreferences ?? {};
  const values = fieldsOf(accountForm, item);
  return {
    ...values,
    isPaperBilling: typeof isPaperBilling === "boolean" ? String(isPaperBilling) : "",
    marketingPreferences: optInsOf(item.marketingPreferences ?? []),
  };
}

export function toAccountContact(
  source: Pick<AccountSource, "item" | "related">,
  { values, confirmed }: { readonly values: AccountValues; readonly confirmed: boolean },
): Contact {
  const { salutation, firstNames, surname, position, telephone, mobile, isPaperBilling, addressId } = values;
  const { item } = source;
  const texts = { salutation, firstNames, surname, position, telephone, mobile, addressId };
  return {
    ...written(item, texts, choicesOf(source)),
    billingPreferences: ["true", "false"].includes(isPaperBilling)
      ? { ...item.billingPreferences, isPaperBilling: isPaperBilling === "true" }
      : item.billingPreferences,
    marketingPreferences:
      item.marketingPreferences && withOptIns(item.marketingPreferences, values.marketingPreferences),
    isSaveConfirmed: confirmed,
  };
}

export type OptOutStep = "ask" | "cancelled";

/** Asks before 'Unsubscribe from all' is done where no script has asked; after a yes `body` holds no other tick. */
function askOptOut(body: FormData): StepAnswer<OptOutStep> | undefined {
  const ticked = body.get(OPT_OUT_FIELD);
  if (ticked !== "on" && ticked !== OPT_OUT_CONFIRMED) return undefined;
  const answer = ticked === OPT_OUT_CONFIRMED ? "yes" : body.get(OPT_OUT_ANSWER);
  body.delete(OPT_OUT_ANSWER);
  if (answer === "no") return { data: "cancelled", values: { optOut: [] } };
  if (answer !== "yes") return { data: "ask" };
  body.delete("marketingPreferences");
  // A form that comes back, for a warning or after a sign-in, still says it and does not ask again.
  body.set(OPT_OUT_FIELD, OPT_OUT_CONFIRMED);
  return undefined;
}

const FLAG = "marketingPreferences";
const kinds = ["unsubscribed", "updated"] as const;
export type MarketingNews = (typeof kinds)[number];
type Flags = Pick<PortalSession, "addTo" | "removeFrom" | "membersOf">;

/** Lets the next confirmation say what became of the marketing preferences; undefined: nothing. */
async function noteMarketing(session: Flags, news: MarketingNews | undefined): Promise<void> {
  await session.removeFrom(FLAG, kinds);
  if (news) await session.addTo(FLAG, [news]);
}

export async function takeMarketing(session: Flags): Promise<MarketingNews | undefined> {
  const noted = await session.membersOf(FLAG);
  const news = kinds.find((kind) => noted.has(kind));
  if (news) await session.removeFrom(FLAG, kinds);
  return news;
}
