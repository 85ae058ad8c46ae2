import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { callbackFor } from "../support/availability-pages.ts";
import { typed as site } from "../support/booking-pages.ts";
import { DirectDebitPages, mandatesOf, sample } from "../support/direct-debit-pages.ts";
import { IdReplacement, spellings } from "../support/ids-as.ts";
import { LineTestPages, newLine } from "../support/line-test-pages.ts";
import { Payment, unpaidInvoices } from "../support/payment-pages.ts";
import { ticketOf } from "../support/ticket-pages.ts";
import type { Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const valueOf = (page: Page, name: string, at: number) =>
  String(page.$(`select[name=${name}] option[value!='']`).eq(at).attr("value"));
const idOf = (sql: string) => String(Object.values(world.provider.db.prepare(sql).get() ?? {})[0]);
const form = "main form[method=post]";

/** Everything that sends the API an id in a body, done as somebody without scripts does it. */
const writes: Readonly<Record<string, (ids: IdReplacement) => Promise<Page>>> = {
  "a question about a quote": async (ids) => {
    const quote = ids.of(Number(idOf("SELECT quote_id FROM quotes WHERE client_id = '1001' AND status = 1")));
    const page = await anna.get(`/products/quotes/${quote}/question`);
    return anna.submit(page, form, { message: "When can you begin?" });
  },
  "a contact": async (ids) => {
    const contact = idOf("SELECT contact_id FROM contacts WHERE first_names = 'Greta'");
    const page = await anna.get(`/account/contacts/${ids.of(Number(contact))}`);
    return anna.submit(page, form, { addressId: valueOf(page, "addressId", 2), isSaveConfirmed: "true" });
  },
  "a new contact": async () => {
    const page = await anna.get("/account/contacts/new");
    const email = `ida${Math.random()}@harbourpine.example`;
    const named = { firstNames: "Ida", surname: "New", email, confirmEmail: email };
    return anna.submit(page, form, {
      ...named,
      ...{ addressId: valueOf(page, "addressId", 1), isSaveConfirmed: "true" },
    });
  },
  "a change of the user's own details": async () => {
    const page = await anna.get("/account");
    const fields = { addressId: valueOf(page, "addressId", 1), isSaveConfirmed: "true" };
    return anna.submit(page, "main form:has(input[name=intent])", fields);
  },
  "a location": async (ids) => {
    const place = idOf("SELECT address_id FROM addresses WHERE client_id = '1001'");
    const page = await anna.get(`/account/locations/${ids.of(Number(place))}`);
    return anna.submit(page, "#location", { notes: "Ring twice" });
  },
  "a new ticket": async () => {
    const page = await anna.get("/tickets/new/technical/devices/laptops");
    return anna.submit(page, "#new-ticket", {
      ...{ subject: "It is broken", message: "All of it", affectedUsers: "3" },
      contractCover: valueOf(page, "contractCover", 1),
      contactId: valueOf(page, "contactId", 1),
      addressId: valueOf(page, "addressId", 1),
    });
  },
  "a reply to a ticket": async (ids) => {
    const { support_ticket_id: id } = ticketOf("Four middling notes");
    const page = await anna.get(`/tickets/${ids.of(id)}`);
    return anna.submit(page, "#ticket", {
      ...{ message: "Thank you", contactId: valueOf(page, "contactId", 1) },
      addressId: valueOf(page, "addressId", 1),
    });
  },
  "a direct debit": async () => {
    world.provider.db.exec(
      "DELETE FROM direct_debits WHERE link_id IN (SELECT link_id FROM sage_accounts WHERE number = 'HAR004')",
    );
    const setUp = new DirectDebitPages(anna);
    return setUp.complete(await setUp.confirm(sample));
  },
  "the letter of a direct debit": (ids) => {
    const id = ids.of(mandatesOf("HAR001")[0]?.id ?? 0);
    return anna.get(`/invoices/manage-direct-debit/${id}/letter`);
  },
  "a payment": async (ids) => {
    const [number = ""] = unpaidInvoices(world)(1);
    return new Payment(anna).begin([String(ids.of(Number(number)))]);
  },
  "a line test with the checklist after it": async () => {
    const lines = new LineTestPages(anna);
    const page = await lines.form();
    const sent = await lines.send(page, { cli: newLine("000"), faultCode: valueOf(page, "faultCode", 0) });
    const { url } = await anna.follow(sent);
    world.provider.finishLineTests();
    const results = await anna.open(new URL(url).pathname);
    return anna.submit(results, "#line-checklist", { noFaultCheckListConfirmed: "on" });
  },
  "a request for a callback about fibre": async () => {
    const page = await callbackFor("YO21 3PU", "14 Fisher Street");
    return anna.submit(page, form, { phoneNumber: site.contactTelephone });
  },
};

describe.each(Object.entries(spellings))("where the API's ids are %s", (_, spell) => {
  let ids: IdReplacement;
  beforeAll(() => {
    ids = new IdReplacement(portalSettings(world.provider.url)["PORTAL_API_URL"] ?? "", spell);
  });
  afterAll(() => expect([...ids.sent].length).toBeGreaterThan(12));

  it.each(Object.entries(writes))(
    "%s is sent with the ids exactly as the API gave them",
    async (_name, write) => {
      const page = await world.api.scripted(ids.script, () => write(ids));
      expect(ids.unknownIds.splice(0)).toEqual([]);
      expect([page.url, page.$("[role=alert]").text(), [200, 303].includes(page.status)]).toEqual([
        page.url,
        "",
        true,
      ]);
    },
  );
});
