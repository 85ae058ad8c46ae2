import { submitOrCompare, type Latest } from "#app/forms/conflict.server.ts";
import { VERSION_FIELD } from "#app/forms/conflict.ts";
import { paths } from "#app/paths.ts";
import { addressText } from "#app/portal-api/addresses.ts";
import { getCurrentContact, updateCurrentContact } from "#app/portal-api/contacts.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { accountForm, billingOptions, OPT_OUT_CONFIRMED, type AccountValues } from "./account-form.ts";
import { accountSource, judgingOf, valuesOf, type AccountSource } from "./account-source.server.ts";
import { noteMarketing } from "./marketing-news.server.ts";
import { changeOf, optInsInWords } from "./marketing.ts";
import { readOptOut } from "./opt-out.server.ts";
import { toAccount } from "./to-account.ts";

/** Saves the user's own details and leads to the confirmation; anything else comes back on the form. */
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
