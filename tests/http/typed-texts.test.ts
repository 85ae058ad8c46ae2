import fc from "fast-check";
import { expect, it } from "vitest";
import { clean, type FieldKind } from "#app/forms/cleaning.ts";
import { linesToHtml } from "#shared/html.server.ts";
import { anna } from "../support/anna.ts";
import { callbackFor, checkerPath } from "../support/availability-pages.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { ContactPages } from "../support/contact-pages.ts";
import { DirectDebitPages, listPath, mandatesOf } from "../support/direct-debit-pages.ts";
import { newLine } from "../support/line-test-pages.ts";
import { isLong } from "../support/long.ts";
import { payment, startPaying, unpaid } from "../support/payment-pages.ts";
import { pathOf } from "../support/quotes.ts";
import { textsOfKind } from "../support/random-texts.ts";
import { ticketPath } from "../support/ticket-pages.ts";
import type { Page } from "../support/visitor.ts";
import { valueOf, world } from "../support/world.ts";

// The long run sends more than a person may in a minute.
const unlimited = { RATE_LIMIT_REQUESTS: "1000000", RATE_LIMIT_LOOKUPS: "1000000" };
startPaying(isLong ? { environment: unlimited } : undefined);

type Typed = Readonly<Record<string, string>>;

interface TypedForm {
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Sends the form with this text in a field, and valid values in all others. */
  readonly send: (typed: Typed) => Promise<Page>;
  /** The path of the call that gets the value. */
  readonly call: string;
  /** The part of the call's body that should be the cleaned text. */
  readonly sent?: (body: Record<string, unknown>, field: string) => unknown;
  /** What the body has in place of the cleaned text. */
  readonly written?: (cleaned: string, field: string) => unknown;
}

const CONFIRMED = { isSaveConfirmed: "true" };
/** Opens the form again, because its row version changes with each save. */
const onPage =
  (path: () => string, id: string, valid: Typed = {}) =>
  async (typed: Typed) =>
    anna.submit(await anna.get(path()), `#${id}`, { ...CONFIRMED, ...valid, ...typed });
let location: string | undefined;
const locationPath = () =>
  (location ??= `/account/locations/${valueOf("SELECT address_id FROM addresses WHERE line1 LIKE 'Pine Store%'")}`);
const ticket = { subject: "Broadband", message: "It drops", affectedUsers: "3" };
const newContact = {
  firstNames: "Nia",
  surname: "Rees",
  addressId: () => valueOf("SELECT min(address_id) FROM addresses WHERE client_id = '1001'"),
};

let invoice: string | undefined;

const personFields = {
  salutation: "line",
  firstNames: "line",
  surname: "line",
  position: "line",
  telephone: "phone",
  mobile: "phone",
} as const;
const forms: readonly TypedForm[] = [
  {
    id: "account-details",
    fields: personFields,
    send: onPage(() => "/account", "account-details"),
    call: "/Contact/EditCurrentContact",
  },
  {
    id: "contact",
    fields: { ...personFields, email: "email" },
    send: async (typed) => {
      const email = typed["email"] ?? `nia${Math.random()}@harbourpine.example`;
      const page = await anna.get("/account/contacts/new");
      const valid = { ...newContact, addressId: newContact.addressId(), email, confirmEmail: email };
      return new ContactPages(world, anna).save(page, { ...CONFIRMED, ...valid, ...typed });
    },
    call: "/Contact/Create",
  },
  {
    id: "location",
    fields: {
      line1: "line",
      line2: "line",
      town: "line",
      county: "line",
      postCode: "postcode",
      notes: "text",
    },
    send: onPage(locationPath, "location"),
    call: "/Address/Edit",
  },
  {
    id: "new-ticket",
    fields: { subject: "line", message: "text", affectedUsers: "count", errorcodes: "line" },
    send: onPage(() => "/tickets/new/technical/cloud/voice", "new-ticket", ticket),
    call: "/SupportTicket/Create",
    written: (cleaned, field) => (field === "affectedUsers" ? Number(cleaned) : cleaned),
  },
  {
    id: "ticket",
    fields: { message: "text", details: "text" },
    // The reply is new each time, so the ticket is sent though its details are as they were. Those have formatting.
    send: onPage(() => `${ticketPath("One short note")}?edit=`, "ticket", { message: "It drops" }),
    call: "/SupportTicket/Edit",
    written: (cleaned, field) => (field === "details" ? linesToHtml(cleaned) : cleaned),
  },
  {
    id: "quote-question",
    fields: { message: "text" },
    send: onPage(() => `${pathOf("Five versions")}/question`, "quote-question"),
    call: "/Quote/PostQuoteQuestion",
  },
  {
    id: "quote-decline",
    fields: { reason: "text" },
    send: onPage(() => `${pathOf("Five versions")}/decline`, "quote-decline"),
    call: "/Quote/PostQuoteQuestion",
    sent: ({ message }) => message,
    written: (cleaned) => `We'd like to decline this quote.\n\nReason: ${cleaned}`,
  },
  {
    id: "line-test",
    fields: { cli: "phone", postcode: "postcode" },
    async send(typed) {
      world.provider.finishLineTests();
      const line = { cli: newLine("000"), postcode: "YO21 3PU", faultCode: "NDT" };
      return anna.submit(await anna.get("/services/line-faults"), "#line-test", { ...line, ...typed });
    },
    call: "/LineFault/LineFaultCheck",
  },
  {
    id: "line-fault-details",
    fields: { firstName: "name", lastName: "name", contactTelephone: "phone", problemDescription: "report" },
    // A line of the highest care level needs no appointment.
    async send(typed) {
      world.provider.finishLineTests();
      const booking = await BookingPages.after(anna, "500");
      const page = await booking.send(await booking.get("collect-data"), typed);
      return page.status === 303 ? anna.open(page.location!) : page;
    },
    call: "/LineFault/TroubleReport/",
  },
  {
    id: "availability-search",
    fields: { postCode: "postcode" },
    send: async (typed) => anna.submit(await anna.get(checkerPath), "#availability-search", typed),
    call: "/FttpAvailabilityCheck/LogEvent",
    sent: ({ message, status }) => (status === "Started" ? message : undefined),
  },
  {
    id: "availability-callback",
    fields: { phoneNumber: "phone" },
    send: async (typed) => anna.submit(await callbackFor("YO99 0AA", ""), "#availability-callback", typed),
    call: "/FttpAvailabilityCheck/CreateLead",
  },
  {
    id: "direct-debit-details",
    fields: { bankSortCode: "bankNumber", bankAccountNumber: "bankNumber", bankAccountName: "line" },
    async send(typed) {
      const pages = new DirectDebitPages(anna, `${listPath}/${mandatesOf("HAR002")[0]!.id}`);
      const page = await pages.send(await pages.begin(), typed);
      return page.status === 303 ? pages.complete(await anna.follow(page)) : page;
    },
    call: "/DirectDebit/Edit",
  },
  {
    id: "payment",
    fields: {
      ...{
        billingFirstnames: "line",
        billingSurname: "line",
        billingAddress1: "line",
        billingAddress2: "line",
      },
      ...{ billingCity: "line", billingPostCode: "postcode" },
    },
    async send(typed) {
      invoice ??= unpaid(1)[0]!;
      const page = await payment.begin([invoice], { ...CONFIRMED, ...typed });
      if (page.status === 200) invoice = undefined;
      return page;
    },
    call: "/Payment/BeginPaymentTransaction",
  },
];

/** What the API gets of a text (undefined if nothing), and the messages at the form's fields if it's refused. */
async function outcomeOf(
  { id, fields, send, call, sent = (body) => body[field] }: TypedForm,
  field: string,
  typed: string,
) {
  const [page, calls] = await world.api.record(() => send({ [field]: typed }));
  const values = calls
    .filter(({ method, path }) => method !== "GET" && path.startsWith(call))
    .map(({ body }) => sent(JSON.parse(body) as Record<string, unknown>, field))
    .filter((value) => value !== undefined);
  const messages = Object.keys(fields).map((name) => page.$(`#${id}-${name}-error`).text());
  return { value: values.at(-1), refusal: page.status === 400 ? messages.join("") : undefined };
}

const cases = forms.flatMap((form) =>
  Object.entries(form.fields).map(([field, kind]) => ({
    form,
    field,
    kind,
    name: `${form.id} ${field} (${kind})`,
  })),
);

it.each(cases)(
  "random text in $name reaches the API as it is after cleaning, or is refused at the field",
  async ({ form, field, kind }) => {
    const { written = (cleaned: string) => cleaned } = form;
    await fc.assert(
      fc.asyncProperty(textsOfKind(kind), async (typed) => {
        const { value, refusal } = await outcomeOf(form, field, typed);
        const cleaned = clean[kind](typed);
        if (refusal !== undefined) expect(refusal).not.toBe("");
        // An optional text with nothing in it changes nothing.
        else if (cleaned === "") expect(["", 0]).toContain(value ?? "");
        else expect(value).toEqual(written(cleaned, field));
      }),
      // A payment needs an invoice each time.
      { numRuns: isLong && form.id !== "payment" ? 60 : 4 },
    );
  },
);

it.each([
  ["account-details", "surname", "O’Neill\u00ad–Smith\u00a0II", "O’Neill–Smith II"],
  ["account-details", "mobile", "+44 (0)7700 900123", "07700900123"],
  ["contact", "email", "r&d@xn--bcher-kva.xn--p1ai", "r&d@xn--bcher-kva.xn--p1ai"],
  ["location", "postCode", "yo21\u00a03aj", "YO21 3AJ"],
  ["location", "postCode", "bfpo 1234", "BFPO 1234"],
  ["location", "postCode", "ascn1zz", "ASCN 1ZZ"],
  ["new-ticket", "affectedUsers", "１２", 12],
  ["line-test", "postcode", "YO2 13AJ.", "YO21 3AJ"],
  ["line-fault-details", "firstName", "Siân 3rd – O’Neill", "Siân 3rd – O’Neill"],
  ["line-fault-details", "problemDescription", "Speed < 1 Mbps → ≈ 0\u0007", "Speed < 1 Mbps → ≈ 0"],
  ["availability-callback", "phoneNumber", "+44 (0)1632 960123", "01632960123"],
])("in %s, %s %j reaches the API as %j", async (id, field, typed, sent) => {
  const outcome = await outcomeOf(
    forms.find((form) => form.id === id)!,
    field,
    typed,
  );
  expect(outcome).toEqual({ value: sent, refusal: undefined });
});

it.each([
  ["new-ticket", "affectedUsers", "1-2", "Enter a whole number, such as 12"],
  ["new-ticket", "affectedUsers", "1.5", "Enter a whole number, such as 12"],
  ["new-ticket", "subject", "s".repeat(101), "Please use no more than 100 characters."],
  ["new-ticket", "subject", "\u2800\u3164\u200d", "Please enter a summary."],
  [
    "account-details",
    "telephone",
    "+33 1 23 45 67 89",
    "Telephone must be 10 or 11 digits: we need a UK number",
  ],
  [
    "line-fault-details",
    "contactTelephone",
    "+33 1 23 45 67 89",
    "Enter a valid phone number: we need a UK number",
  ],
  ["line-fault-details", "contactTelephone", "1632960123", "Enter a valid phone number"],
  ["direct-debit-details", "bankAccountNumber", "663749581", "Must be 8 digits."],
])("in %s, %s %j is refused: %s", async (id, field, typed, text) => {
  const { value, refusal } = await outcomeOf(
    forms.find((form) => form.id === id)!,
    field,
    typed,
  );
  expect([value, refusal?.includes(text)]).toEqual([undefined, true]);
});
