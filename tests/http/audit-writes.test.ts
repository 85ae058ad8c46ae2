import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { activityOf } from "#app/request/activity-of.ts";
import type { Operation } from "#shared/portal-api/operation.ts";
import type { ApiCall } from "../support/api-tap.ts";
import { checkerPath } from "../support/availability-pages.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { ContactPages } from "../support/contact-pages.ts";
import { DirectDebitPages, goodNumbers, listPath, mandatesOf } from "../support/direct-debit-pages.ts";
import { LineTestPages, newLine } from "../support/line-test-pages.ts";
import * as notifications from "../support/notification-pages.ts";
import { Payment, unpaidInvoices } from "../support/payment-pages.ts";
import type { LogLine } from "../support/portal-process.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import { ticketPath } from "../support/ticket-pages.ts";
import type { Page, Visitor } from "../support/visitor.ts";
import { startWorld, valueOf, world } from "../support/world.ts";

startWorld();

const FORM = "main form:has(input[name=intent])";
/** Typed into every form; no line of the audit trail may contain it. */
const canary = "Zanzibar";
const confirmed = { isSaveConfirmed: "true", onBehalf: "on" };

async function save(visitor: Visitor, path: string, typed: Readonly<Record<string, string>>): Promise<Page> {
  return visitor.submit(await visitor.get(path), FORM, { ...typed, ...confirmed });
}

async function fileNotification(visitor: Visitor, intent: "archive" | "unarchive"): Promise<Page> {
  const id = notifications.add({ subject: canary });
  world.provider.db.exec(
    `UPDATE notifications SET status = ${intent === "archive" ? 1 : 2} WHERE notification_id = ${id}`,
  );
  const list = await visitor.get(`/notifications?search=${canary}&status=read&status=archived`);
  return visitor.submit(list, notifications.rowForm(id), { intent });
}

async function beginPayment(visitor: Visitor): Promise<readonly [Payment, Page]> {
  const payment = new Payment(visitor);
  const typed = { billingSurname: canary, onBehalf: "on" };
  return [payment, await payment.begin(unpaidInvoices(world)(1), typed)] as const;
}

async function saveDirectDebit(visitor: Visitor, at?: string): Promise<Page> {
  const pages = new DirectDebitPages(visitor, at);
  const typed = { ...goodNumbers, bankAccountName: canary.toUpperCase() };
  const page = await pages.confirm(at === undefined ? { account: "HAR004", ...typed } : typed);
  return visitor.submit(page, "#direct-debit-confirmation", { onBehalf: "on" });
}

async function agreeToCharges({ visitor, at }: BookingPages): Promise<Page> {
  const page = await visitor.get(`${at}/charges`);
  return visitor.submit(page, "#line-fault-agreement", { agreed: "on", onBehalf: "on" });
}

/** How a user, in account 1001, causes each API call that writes. A new operation needs an entry here. */
const writes: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
  "PUT Contact/EditCurrentContact/": (visitor) => save(visitor, "/account", { position: canary }),
  "POST Contact/Create": (visitor) => {
    const email = `${canary}-${randomUUID()}@harbourpine.example`;
    const addressId = valueOf("SELECT address_id FROM addresses WHERE client_id = '1001'");
    const typed = { firstNames: canary, surname: canary, email, confirmEmail: email, addressId };
    return save(visitor, "/account/contacts/new", typed);
  },
  "PUT Contact/Edit/": (visitor) =>
    save(visitor, new ContactPages(world, visitor).pathOf("Hugo"), {
      position: `${canary} ${randomUUID()}`,
    }),
  "POST Address/Create/": (visitor) =>
    save(visitor, "/account/locations/new", {
      line1: `${canary} ${randomUUID()}`,
      town: canary,
      postCode: "YO21 3PU",
    }),
  "PUT Address/Edit/": (visitor) => {
    const id = valueOf("SELECT address_id FROM addresses WHERE client_id = '1001'");
    return save(visitor, `/account/locations/${id}`, { notes: canary });
  },
  "PUT Notification/MarkAsRead": (visitor) =>
    visitor.get(`/notifications/${notifications.add({ subject: canary })}`),
  "PUT Notification/MarkAsArchived": (visitor) => fileNotification(visitor, "archive"),
  "PUT Notification/MarkAsUnArchived": (visitor) => fileNotification(visitor, "unarchive"),
  "POST Quote/PostQuoteQuestion": (visitor) => {
    const id = valueOf("SELECT quote_id FROM quotes WHERE client_id = '1001'");
    return save(visitor, `/products/quotes/${id}/question`, { message: canary });
  },
  "POST Payment/BeginPaymentTransaction": beginPayment,
  "POST Payment/CompletePaymentTransaction": async (visitor) => {
    const [payment, page] = await beginPayment(visitor);
    return visitor.open(await payment.atCardProvider(page, "paid"));
  },
  "POST DirectDebit/Create": (visitor) => {
    world.provider.db.exec(
      "DELETE FROM direct_debits WHERE link_id IN (SELECT link_id FROM sage_accounts WHERE number = 'HAR004')",
    );
    return saveDirectDebit(visitor);
  },
  "PUT DirectDebit/Edit": (visitor) => saveDirectDebit(visitor, `${listPath}/${mandatesOf("HAR001")[0]?.id}`),
  "POST DirectDebit/LogDirectDebitLetterDownloadEvent": async (visitor) => {
    const page = await visitor.get(listPath);
    return visitor.get(page.$("main a[href*='letter']").attr("href") ?? "");
  },
  "POST SupportTicket/Create": (visitor) => {
    const contactId = valueOf("SELECT contact_id FROM contacts WHERE client_id = '1001'");
    return save(visitor, "/tickets/new/account", { subject: canary, message: canary, contactId });
  },
  "PUT SupportTicket/Edit": (visitor) => save(visitor, ticketPath("One long note"), { message: canary }),
  "POST FttpAvailabilityCheck/CreateLead": async (visitor) => {
    const found = await visitor.post(checkerPath, { account: "1001", postCode: "YO99 0AA" });
    return visitor.submit(await visitor.follow(found), "main form", { phoneNumber: "01632 960123" });
  },
  "POST LineFault/LineFaultCheck": (visitor) => new LineTestPages(visitor).begin(newLine("150")),
  "PUT LineFault/AcknowledgeAcceptance": async (visitor) =>
    agreeToCharges(await BookingPages.after(visitor, "150")),
  "POST LineFault/TroubleReport/{checkId}": async (visitor) => {
    const booking = await BookingPages.after(visitor, "150");
    await agreeToCharges(booking);
    const typed = { onBehalf: "on", firstName: canary, lastName: canary, problemDescription: canary };
    await booking.send(await booking.details(), typed);
    await expect.poll(() => booking.ticket()).not.toBe("");
  },
};

/** Calls by POST that aren't writes: they log or search; a sign-out has another kind of audit line. */
const notWrites = /^POST (logout|EventLog\/.*|FttpAvailabilityCheck\/LogEvent|GetAvailableAddresses)$/;

async function writesOfTheApi(): Promise<string[]> {
  const folder = new URL("../../shared/portal-api/", import.meta.url);
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name));
  const modules = (await Promise.all(files.map((name) => import(new URL(name, folder).href)))) as object[];
  const isOperation = (one: unknown): one is Operation =>
    typeof one === "object" && one !== null && "failure" in one && "method" in one;
  return modules
    .flatMap((module) => (Object.values(module) as unknown[]).filter(isOperation))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !/^(GET|HEAD) /.test(call) && !notWrites.test(call));
}

const writeLines = () => world.portal.log.filter(({ msg, audit }) => msg === "audit" && audit === "write");
/** A call without its trailing id, slashes and case, to compare an operation with a path. */
const comparable = (call: string) =>
  call
    .replace(/\/(\{\w+\}|\d+)$/, "")
    .replace(/[/ ]+/g, " ")
    .trim()
    .toLowerCase();
const writesIn = (calls: readonly ApiCall[]) =>
  calls.filter(({ method, path }) => method !== "GET" && !notWrites.test(`${method} ${path.slice(1)}`));

/** The audit line of a call, with all of its fields. */
function expectedLine({ headers }: ApiCall): LogLine {
  return {
    ...{ level: "info", time: expect.anything(), msg: "audit", audit: "write", outcome: "ok" },
    requestId: String(headers["x-request-id"]),
    call: expect.any(String),
    account: "1001",
    actor: {
      user: expect.stringMatching(/^[\w-]{16}$/),
      session: expect.stringMatching(/^[\w-]{8,}$/),
      kind: "employee",
      account: "1001",
    },
  } as LogLine;
}

it("'Your activity' has a text for each API call that writes, except marking a notification as read", async () => {
  const upload = "PUT {clientId}/{kind}/{id}/{container}/{fileName}?comp=blocklist";
  const keys = [...(await writesOfTheApi()).filter((call) => call !== "PUT Notification/MarkAsRead"), upload];
  expect(Object.keys(activityOf).sort()).toEqual([...new Set(keys)].sort());
});

it("this file covers each API call that writes", async () => {
  expect((await writesOfTheApi()).filter((call) => !(call in writes))).toEqual([]);
});

it("each write is one audit line: actor, account, call, outcome and request id, but no contents", async () => {
  const visitor = await signedIn(world, "ella", "1001");
  for (const [call, write] of Object.entries(writes)) {
    const before = writeLines().length;
    const [, calls] = await world.api.record(() => write(visitor));
    const sent = writesIn(calls);
    await expect.poll(() => writeLines().length - before, { message: call }).toBe(sent.length);
    const lines = writeLines().slice(before);
    const told = lines.map((line) => comparable(String(line["call"])));
    expect(told, call).toContain(comparable(call));
    expect(told).toEqual(sent.map(({ method, path }) => comparable(`${method}${path}`)));
    expect(lines).toEqual(sent.map(expectedLine));
  }
  const trail = JSON.stringify(writeLines());
  for (const text of [canary, canary.toUpperCase(), emails.ella, ...Object.values(goodNumbers)])
    expect(trail).not.toContain(text);
});

it("the audit line of a completed payment names the payment's account, whatever the current account is", async () => {
  const visitor = await signedIn(world, "ella", "1001");
  const [payment, page] = await beginPayment(visitor);
  const back = await payment.atCardProvider(page, "paid");
  await visitor.post("/switch-account", { account: "1002" });
  await visitor.open(back);
  const completed = () =>
    writeLines()
      .filter(({ call }) => String(call).includes("Complete"))
      .at(-1);
  await expect.poll(completed).toMatchObject({ account: "1001", actor: { account: "1002" } });
});

it("the audit trail has one line if a user ends other sessions, and none if there are none to end", async () => {
  await signedIn(world, "ella", "1001");
  const visitor = await signedIn(world, "ella", "1001");
  world.portal.log.length = 0;
  for (const session of ["no-such-one", "others", "others"])
    await visitor.post("/account/sessions", { session });
  const ends = () => world.portal.log.filter(({ audit }) => audit === "session-end");
  await expect
    .poll(ends)
    .toMatchObject([{ outcome: "all others", actor: { kind: "employee", account: "1001" } }]);
});
