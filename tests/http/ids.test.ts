import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { forward, type ApiCall, type Script, type ScriptedAnswer } from "../support/api-tap.ts";
import { callbackFor } from "../support/availability-pages.ts";
import { typed as site } from "../support/booking-pages.ts";
import { DirectDebitPages, mandatesOf, sample } from "../support/direct-debit-pages.ts";
import { LineTestPages, newLine } from "../support/line-test-pages.ts";
import { firstOrAll } from "../support/long.ts";
import { Payment, unpaidInvoices } from "../support/payment-pages.ts";
import { ticketOf } from "../support/ticket-pages.ts";
import type { Page } from "../support/visitor.ts";
import { valueOf, world } from "../support/world.ts";

/** The forms that an API's ids may take. */
const spellings = {
  numbers: (count: number) => 700_000 + count,
  texts: (count: number) => `ID-${count}`,
  GUIDs: (count: number) => `0b3f9c52-6a1d-4e57-9c7e-${String(count).padStart(12, "0")}`,
} as const;

/** The fields of the contract that hold ids. */
const ID_FIELDS = new Set([
  ...["quoteId", "contactId", "addressId", "supportTicketId", "contractId", "itemId", "contractCover"],
  ...["contractItemId", "directDebitId", "sageAccountLinkId", "invoiceNumber", "invoiceNumbers"],
  ...["code", "faultCode", "correlationId", "id", "lineFaultCheckId", "faultCheckId", "notificationId"],
]);
/** The ids that a person can choose in a form. */
const CHOSEN_IDS = new Set([
  "contactId",
  "addressId",
  "contractCover",
  "contractItemId",
  "sageAccountLinkId",
]);
/** True for values that mean no id, and for 1, which means tickets about the account. */
const isNone = (value: unknown) => ["", "0", "-1", "1", "null", "undefined"].includes(String(value));

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

type Change = (id: string | number, name: string) => string | number;

/** Replaces the ids in the API's answers with ids in another form, and accepts only these in calls. */
class IdReplacement {
  /** Ids in calls that aren't among those in answers. */
  readonly unknownIds: string[] = [];
  /** The calls with a body that were forwarded, by method and path. */
  readonly sent = new Set<string>();
  readonly #spell: (count: number) => string | number;
  readonly #target: string;
  readonly #spelled = new Map<string, string | number>();
  readonly #originals = new Map<string | number, string | number>();

  constructor(target: string, spell: (count: number) => string | number) {
    this.#target = target;
    this.#spell = spell;
  }

  /** The replacement of an id. */
  of(original: string | number): string | number {
    const replacement = this.#spelled.get(String(original)) ?? this.#spell(this.#spelled.size + 1);
    this.#spelled.set(String(original), replacement);
    if (!this.#originals.has(replacement)) this.#originals.set(replacement, original);
    return replacement;
  }

  readonly script: Script = async (call) => {
    const unknownCount = this.unknownIds.length;
    const body = call.body === "" || call.body === "null" ? call.body : this.#unspelled(call);
    if (this.unknownIds.length > unknownCount)
      return { status: 400, body: JSON.stringify("An id is of another type.") };
    const reply = await forward({ ...call, ...this.#address(call), body }, this.#target);
    return this.#answer(reply, await reply.text());
  };

  #answer(reply: Response, text: string): ScriptedAnswer {
    const headers = Object.fromEntries(
      [...reply.headers].filter(([name]) => name.startsWith("x-") || name === "content-type"),
    );
    const isJson = reply.headers.get("content-type")?.includes("json") === true && text !== "";
    const body = isJson
      ? JSON.stringify(this.#each(JSON.parse(text) as Json, (id) => this.of(id), true))
      : text;
    return { status: reply.status, headers, body };
  }

  #unspelled({ method, path, body }: ApiCall): string {
    this.sent.add(`${method} ${path}`);
    return JSON.stringify(
      this.#each(
        JSON.parse(body) as Json,
        (id, name) => {
          // A payment names its invoices by text, whatever their numbers are.
          const original =
            name === "invoiceNumbers"
              ? [...this.#originals].find(([spelled]) => String(spelled) === id)?.[1]
              : this.#originals.get(id);
          if (original === undefined)
            this.unknownIds.push(`${method} ${path} ${name}: ${JSON.stringify(id)}`);
          return original ?? id;
        },
        false,
      ),
    );
  }

  /** The path and query with the API's own ids. Every id is a text there. */
  #address({ path, query }: ApiCall) {
    const originalOf = (text: string) => {
      const [, original = text] = [...this.#originals].find(([spelled]) => String(spelled) === text) ?? [];
      return String(original);
    };
    const segments = path
      .split("/")
      .map((segment) => encodeURIComponent(originalOf(decodeURIComponent(segment))));
    const originals = [...query].map(([name, value]) => [name, originalOf(value)]);
    return { path: segments.join("/"), query: new URLSearchParams(originals) };
  }

  /** Changes every id in a value. With `bare`, an id that wasn't chosen becomes null, which hides its type. */
  #each(value: Json, change: Change, bare: boolean, name = ""): Json {
    if (Array.isArray(value)) return value.map((item: Json) => this.#each(item, change, bare, name));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, this.#each(field, change, bare, key)]),
      );
    if (bare && CHOSEN_IDS.has(name) && (value === 0 || value === -1)) return null;
    const isId = ID_FIELDS.has(name) && (typeof value === "string" || typeof value === "number");
    return isId && !isNone(value) ? change(value, name) : value;
  }
}

startWithAnna();

const choiceOf = (page: Page, name: string, at: number) =>
  String(page.$(`select[name=${name}] option[value!='']`).eq(at).attr("value"));
const form = "main form[method=post]";

/** Everything that sends the API an id in a body, done as someone without scripts does it. */
const writes: Readonly<Record<string, (ids: IdReplacement) => Promise<Page>>> = {
  "a question about a quote": async (ids) => {
    const quote = ids.of(
      Number(valueOf("SELECT quote_id FROM quotes WHERE client_id = '1001' AND status = 1")),
    );
    const page = await anna.get(`/products/quotes/${quote}/question`);
    return anna.submit(page, form, { message: "When can you begin?" });
  },
  "a contact": async (ids) => {
    const contact = valueOf("SELECT contact_id FROM contacts WHERE first_names = 'Greta'");
    const page = await anna.get(`/account/contacts/${ids.of(Number(contact))}`);
    return anna.submit(page, form, { addressId: choiceOf(page, "addressId", 2), isSaveConfirmed: "true" });
  },
  "a new contact": async () => {
    const page = await anna.get("/account/contacts/new");
    const email = `ida${Math.random()}@harbourpine.example`;
    const named = { firstNames: "Ida", surname: "New", email, confirmEmail: email };
    return anna.submit(page, form, {
      ...named,
      ...{ addressId: choiceOf(page, "addressId", 1), isSaveConfirmed: "true" },
    });
  },
  "a change of the user's own details": async () => {
    const page = await anna.get("/account");
    const fields = { addressId: choiceOf(page, "addressId", 1), isSaveConfirmed: "true" };
    return anna.submit(page, "main form:has(input[name=intent])", fields);
  },
  "a location": async (ids) => {
    const place = valueOf("SELECT address_id FROM addresses WHERE client_id = '1001'");
    const page = await anna.get(`/account/locations/${ids.of(Number(place))}`);
    return anna.submit(page, "#location", { notes: "Ring twice" });
  },
  "a new ticket": async () => {
    const page = await anna.get("/tickets/new/technical/devices/laptops");
    return anna.submit(page, "#new-ticket", {
      ...{ subject: "It is broken", message: "All of it", affectedUsers: "3" },
      contractCover: choiceOf(page, "contractCover", 1),
      contactId: choiceOf(page, "contactId", 1),
      addressId: choiceOf(page, "addressId", 1),
    });
  },
  "a reply to a ticket": async (ids) => {
    const { support_ticket_id: id } = ticketOf("Four middling notes");
    const page = await anna.get(`/tickets/${ids.of(id)}`);
    return anna.submit(page, "#ticket", {
      ...{ message: "Thank you", contactId: choiceOf(page, "contactId", 1) },
      addressId: choiceOf(page, "addressId", 1),
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
    const sent = await lines.send(page, { cli: newLine("000"), faultCode: choiceOf(page, "faultCode", 0) });
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

describe.each(firstOrAll(Object.entries(spellings).toReversed()))(
  "where the API's ids are %s",
  (_, spell) => {
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
        expect(page.url).toEqual(page.url);
        expect(page.$("[role=alert]").text()).toBe("");
        expect([200, 303]).toContain(page.status);
      },
    );
  },
);
