import { accountForm, type AccountValues, billingOptions, OPT_OUT_CONFIRMED } from "./account-form.ts";
import { type AccountSource, accountSource, judgingOf, valuesOf } from "./account-source.server.ts";
import { changeOf, optInsInWords } from "./marketing.ts";
import { noteMarketing } from "./marketing-news.server.ts";
import { readOptOut } from "./opt-out.server.ts";
import { toAccount } from "./to-account.ts";
import { type Latest, submitOrCompare } from "../../forms/conflict.server.ts";
import { VERSION_FIELD } from "../../forms/conflict.ts";
import { paths } from "../../paths.ts";
import { addressText } from "../../portal-api/addresses.ts";
import { getCurrentContact, updateCurrentContact } from "../../portal-api/contacts.ts";
import type { Portal } from "../../request/portal.ts";
import type { RouteArgs } from "../../request/proof.ts";
import { requireSameAccount } from "../../request/same-account.ts";

/** Saves one's own details and leads to the confirmation; everything else comes back on the form. */
export async function saveAccount(args: RouteArgs, portal: Portal) {
  const { body, reply } = readOptOut(await args.request.formData());
  if (reply) {
    requireSameAccount(portal, body, args.request);
    return reply;
  }
  let asked: Promise<AccountSource> | undefined;
  const source = () => (asked ??= accountSource(args, portal));
  return submitOrCompare(args, portal, accountForm, {
    body,
    saved: { to: paths.accountConfirmation() },
    together: { optOut: "marketingPreferences" },
    judging: async () => judgingOf(await source()),
    async save({ values, confirmed, hidden }) {
      const { contact, addresses } = await source();
      const rowVersion = hidden(VERSION_FIELD);
      const edited = toAccount({ contact, addresses, values, confirmed, rowVersion });
      await portal.api.call(updateCurrentContact, { body: edited });
      const before = valuesOf(contact).marketingPreferences;
      const optedOut = values.optOut.includes(OPT_OUT_CONFIRMED);
      const news = optedOut ? "unsubscribed" : changeOf(before, values.marketingPreferences);
      await noteMarketing(portal.session, news);
    },
    latest: async () => latestOf(portal, await source()),
  });
}

async function latestOf({ api }: Portal, { addresses }: AccountSource): Promise<Latest> {
  const contact = await api.call(getCurrentContact, {});
  return {
    values: valuesOf(contact) satisfies AccountValues,
    rowVersion: contact.rowVersion,
    show(name, value) {
      if (typeof value !== "string") return optInsInWords(contact.marketingPreferences ?? [], value);
      if (name === "isPaperBilling") return billingOptions.find((option) => option.value === value)?.label;
      const address = addresses.find(({ addressId }) => String(addressId) === value);
      return name === "addressId" ? address && addressText(address) : undefined;
    },
  };
}
