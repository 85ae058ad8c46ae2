import { describe, expect, test } from "vitest";
import { logAvailabilityEvent } from "./availability.ts";
import { listMyAccounts } from "./clients.ts";
import { updateDirectDebit } from "./direct-debits.ts";
import { getLineCheck, listAppointments } from "./line-faults.ts";
import { listUnreadCounts } from "./notifications.ts";
import { paymentDetails } from "./payments.ts";
import { listQuotes } from "./quotes.ts";
import { parseAnswer } from "./reply.ts";
import { validationRule } from "./rules.ts";
import { createTicket, listTickets } from "./support-tickets.ts";

describe("the answer of a save", () => {
  const read = (text: string, type = "application/json") =>
    parseAnswer(createTicket, { status: 200, headers: { "content-type": type }, text });

  test.each([
    ['{"supportTicketId":9777,"rowVersion":"A"}', { supportTicketId: "9777" }],
    ["9777", { supportTicketId: "9777" }],
    ['"9777"', { supportTicketId: "9777" }],
    ['{"id":9777}', { supportTicketId: "9777" }],
    ["true", undefined],
    ["null", null],
    ["", null],
  ])("may be %j", async (text, answer) => expect(await read(text)).toEqual(answer));

  test.each(["0", '{"supportTicketId":0}', "{}", "[]", "Busy.", "<html></html>", '{"half":'])(
    "can't be %j",
    async (text) => {
      await expect(read(text)).rejects.toThrow("There was an error creating a ticket.");
    },
  );
});

describe("the first event of an availability check", () => {
  const answered = (text: string) => parseAnswer(logAvailabilityEvent, { status: 200, headers: {}, text });

  test.each(["7", '"7"', '{"correlationId":7}'])("may be answered with %s", async (text) => {
    const { correlationId } = (await answered(text)) as { correlationId: unknown };
    expect(String(correlationId)).toBe("7");
  });

  test.each(["OK", '"Event was logged."'])("has no id in %s", async (text) => {
    await expect(answered(text)).rejects.toThrow("There was an error logging");
  });
});

test.each(["55", '{"directDebitId":55,"id":55}'])(
  "a Direct Debit saved with %s has no correlation id, which is another one",
  async (text) => {
    const answer = await parseAnswer(updateDirectDebit, { status: 200, headers: {}, text });
    expect(Object(answer).eventCorrelationId ?? undefined).toBe(undefined);
  },
);

describe("what an API may write in more than one way", () => {
  const read = (operation: Parameters<typeof parseAnswer>[0], body: unknown, headers = {}) =>
    parseAnswer(operation, { status: 200, headers, text: JSON.stringify(body) });
  const quote = { quoteId: 4 };

  test("is the total of a list with pages: in the body, or in a header", async () => {
    const [inHeader, other] = [{ "x-total-count": "7" }, { "x-total-count": "9" }];
    expect(await read(listTickets, [], inHeader)).toEqual({ items: [], totalCount: 7 });
    expect(await read(listTickets, { items: [] }, inHeader)).toEqual({ items: [], totalCount: 7 });
    const twice = { "x-total-count": ["7", "7"] };
    expect(await read(listTickets, [], twice)).toEqual({ items: [], totalCount: 7 });
    expect(await read(listTickets, { items: [], totalCount: 8 }, other)).toMatchObject({ totalCount: 8 });
    expect(await read(listTickets, { items: [], totalCount: null }, inHeader)).toMatchObject({
      totalCount: 7,
    });
    await expect(read(listTickets, [])).rejects.toThrow("There was an error loading tickets.");
  });

  test("are the names of rules", async () => {
    const rules = [
      "String length",
      "stringLength",
      "STRING_LENGTH",
      "Contact with no roles warning",
      "Own rule",
    ];
    const read = rules.map((ruleName) => validationRule.parse({ ruleName }).ruleName);
    expect(read).toEqual([...Array<string>(3).fill("StringLength"), "ContactWithNoRolesWarning", "Own rule"]);
  });

  test("is an account's name", async () => {
    const accounts = [
      { clientId: 1, name: null, clientName: "One Ltd" },
      { clientId: 2, name: "Two", clientName: "Another" },
      { clientId: 4, name: "", clientName: "Four" },
      { clientId: 3 },
    ];
    const names = ((await read(listMyAccounts, accounts)) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(["One Ltd", "Two", "Four", "3"]);
  });

  test("are unread counts: a list, or an object by account", async () => {
    const counts = [{ clientId: "7001", count: 4 }];
    expect(await read(listUnreadCounts, { 7001: 4 })).toEqual(counts);
    expect(await read(listUnreadCounts, { items: counts })).toEqual(counts);
  });

  test.each(["finished", "Finished", " FINISHED "])("is the status of a line test (%s)", async (status) => {
    expect(await read(getLineCheck, { status })).toMatchObject({ status: "Finished" });
  });

  test("are the linked quotes: their ids, or a text", async () => {
    const items = [quote, { ...quote, linkedQuoteIds: [5], linkedQuotesLabel: "Q5" }];
    const answer = (await read(listQuotes, { items, totalCount: 2 })) as { items: unknown[] };
    expect(answer.items).toMatchObject([{ linkedQuotesLabel: "" }, { linkedQuoteIds: ["5"] }]);
  });

  test("is an appointment without a date, which doesn't spoil the others", async () => {
    const open = { appointmentDate: "2026-07-01T00:00:00", appointmentTimeslot: "AM" };
    const answer = await read(listAppointments, [{ ...open, appointmentDate: null }, open]);
    expect([...(answer as unknown[])]).toMatchObject([{ appointmentDate: "" }, open]);
  });
});

test("a payment names its invoices by text, whatever type their numbers came in", () => {
  expect(paymentDetails.shape.invoiceNumbers.parse([100212, "INV-7"])).toEqual(["100212", "INV-7"]);
});
