import { defineEditor } from "#app/forms/editor.server.ts";
import { paths } from "#app/paths.ts";
import { addressChoice, listAddresses } from "#app/portal-api/addresses.ts";
import { getClientRules } from "#app/portal-api/clients.ts";
import { getCurrentContact, updateCurrentContact } from "#app/portal-api/contacts.ts";
import type { PortalSession } from "#server/session/portal-session.ts";
import { accountForm, OPT_OUT_ANSWER, OPT_OUT_CONFIRMED, OPT_OUT_FIELD } from "./account-form.ts";
import { categoriesOf, changeOf, optInsInWords, optInsOf, withOptIns } from "./marketing.ts";

/** One's own contact in the current account (docs/domain.md, Account details). */
export const accountEditor = defineEditor({
  form: accountForm,
  rules: getClientRules,
  get: getCurrentContact,
  update: updateCurrentContact,
  related: ({ api }) => api.call(listAddresses, {}),
  choices: ({ related }) => ({
    addressId: related.map(addressChoice),
    isPaperBilling: [
      { value: "true", label: "Post", ownId: true },
      { value: "false", label: "Email", ownId: false },
    ],
  }),
  at: { isPaperBilling: "billingPreferences" },
  withheld: () => ["email"],
  read: ({ item }) => ({ marketingPreferences: optInsOf(item.marketingPreferences ?? []) }),
  write: ({ item: { marketingPreferences: before } }, { marketingPreferences }) => ({
    marketingPreferences: before && withOptIns(before, marketingPreferences),
  }),
  judging: ({ item }) => ({
    fixed: { brokenRules: (item.brokenRulesCollection ?? []).map(({ ruleName }) => ruleName) },
  }),
  inWords: ({ item }, _name, value) =>
    typeof value === "string" ? undefined : optInsInWords(item.marketingPreferences ?? [], value),
  together: { [OPT_OUT_FIELD]: "marketingPreferences" },
  asksFirst: {
    name: OPT_OUT_ANSWER,
    asked: (body) => answers.get(String(body.get(OPT_OUT_FIELD))),
    yes(body) {
      body.delete("marketingPreferences");
      // A form that comes back, for a warning or after a sign-in, still says it and does not ask again.
      body.set(OPT_OUT_FIELD, OPT_OUT_CONFIRMED);
    },
    no: { [OPT_OUT_FIELD]: [] },
  },
  confirmation: "account saved",
  async saved({ portal }, { source, values }) {
    const optedOut = values.optOut.includes(OPT_OUT_CONFIRMED);
    const before = optInsOf(source.item.marketingPreferences ?? []);
    await noteMarketing(
      portal.session,
      optedOut ? "unsubscribed" : changeOf(before, values.marketingPreferences),
    );
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

/** What the box says: ticked in a dialog, or where no script has asked. */
const answers: ReadonlyMap<string, "yes" | "open"> = new Map([
  [OPT_OUT_CONFIRMED, "yes"],
  ["on", "open"],
]);

export type AccountFormView = ReturnType<NonNullable<typeof accountEditor.view>>;

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
