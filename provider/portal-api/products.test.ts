import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { messageRules } from "./quotes.ts";

const start = new Date("2026-05-20T09:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

type Item = Record<string, unknown>;
interface List {
  readonly items: Item[];
  readonly totalCount: number;
}

describe("subscriptions, quotes and returns", () => {
  let provider: TestProvider;
  let now = start;
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => now });
  });
  beforeEach(() => {
    now = start;
  });
  afterAll(() => provider.close());

  const anna = (path: string, init?: RequestInit) => provider.as("Anna", "1001")(path, init);
  const list = async (path: string): Promise<List> => {
    const reply = await anna(path);
    expect(reply.status, path).toBe(200);
    const body = (await reply.json()) as List;
    expect(reply.headers.get("x-total-count")).toBe(String(body.totalCount));
    return body;
  };
  const findOne = async (path: string) => {
    const { items } = await list(path);
    expect(items).toHaveLength(1);
    return items[0]!;
  };
  const valuesOf = (items: readonly Item[], name: string) => items.map((item) => item[name]);

  const lists = [
    ["License/Index", "Contracts", ["Carla", "1003"]],
    ["Quote/QuotesByCurrentClientId", "Quotes", ["Carla", "1003"]],
    ["Returns", "Returns", ["Ella", "1005"]],
  ] as const;

  test.each(lists)("%s needs the role %s in the account", async (path, _, [person, clientId]) => {
    expect((await provider.call(path)).status).toBe(401);
    expect((await provider.as("Ben", "1001")(path)).status).toBe(403);
    expect((await provider.as("Anna", "1003")(path)).status).toBe(403);
    const others = (await (await provider.as(person, clientId)(path)).json()) as List;
    expect(others.totalCount).toBeGreaterThan(2);
    expect(JSON.stringify(others)).not.toContain("Harbour");
    const empty = (await (await provider.as("Ella", "1004")(path)).json()) as List;
    expect(empty).toEqual({ items: [], totalCount: 0 });
  });

  test("a token without the role Returns is refused", async () => {
    expect((await provider.as("Carla", "1003")("Returns")).status).toBe(403);
  });

  test.each(lists)("%s: pages contain every item once, in the requested order", async (path) => {
    const { items, totalCount } = await list(`${path}?pageSize=1000`);
    expect(items).toHaveLength(totalCount);
    const key = { "License/Index": "licenseId", Returns: "rma" }[path as string] ?? "quoteId";
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((page) =>
        list(`${path}?pageSize=10&pageNumber=${page}&sortBy=${key}%20ASC`),
      ),
    );
    const keys = pages.flatMap((page) => valuesOf(page.items, key) as number[]);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    expect(new Set(keys).size).toBe(totalCount);
    expect((await anna(`${path}?sortBy=password%20ASC`)).status).toBe(400);
    expect((await anna(`${path}?pageSize=0`)).status).toBe(400);
  });

  describe("licences", () => {
    test("have every field, the newest first", async () => {
      const { items } = await list("License/Index");
      expect(Object.keys(items[0]!).sort()).toEqual(
        "clientId expiryDate hostname issueDate keycodes licenseDetails licenseId licenseNotes notes password renewalInvNo status updated updatedBy userId vendor".split(
          " ",
        ),
      );
      const dates = valuesOf(items, "issueDate") as string[];
      expect(dates).toEqual([...dates].sort().reverse());
    });

    test("have the four statuses, by the day of their expiry", async () => {
      const expected = (expiryDate: unknown) => {
        if (expiryDate === null) return "No expiry date set";
        const days = Math.round((Date.parse(String(expiryDate)) - Date.parse("2026-05-20")) / DAY_MS);
        return days < 0 ? "Expired" : days <= 30 ? "Expires Soon" : "Active";
      };
      const { items } = await list("License/Index");
      for (const item of items) expect(item.status).toBe(expected(item.expiryDate));
      expect(new Set(valuesOf(items, "status")).size).toBe(4);
      const soon = await list("License/Index?includedStatuses=Expires%20Soon");
      now = new Date(start.getTime() + 31 * DAY_MS);
      const later = await list("License/Index?includedStatuses=Expired&pageSize=5");
      expect(later.totalCount).toBeGreaterThanOrEqual(soon.totalCount);
    });

    test("can be filtered and searched, but not by their secrets", async () => {
      const all = await list("License/Index");
      const some = await list("License/Index?includedStatuses=Active&includedStatuses=expired");
      expect(new Set(valuesOf(some.items, "status"))).toEqual(new Set(["Active", "Expired"]));
      expect(some.totalCount).toBeLessThan(all.totalCount);
      expect((await anna("License/Index?includedStatuses=Gone")).status).toBe(400);
      const { licenseId, password, keycodes } = await findOne("License/Index?searchKeyword=Forty%20keycodes");
      expect(String(keycodes).split("\r\n")).toHaveLength(40);
      expect(await findOne(`License/Index?licenseId=${String(licenseId)}`)).toMatchObject({ licenseId });
      for (const secret of [password, String(keycodes).slice(0, 12)]) {
        const matches = await list(`License/Index?searchKeyword=${encodeURIComponent(String(secret))}`);
        expect(matches.totalCount).toBe(0);
      }
      expect(await findOne("License/Index?searchKeyword=No%20password")).toMatchObject({ password: null });
      expect((await list("License/Index?licenseId=32001")).totalCount).toBe(0);
      expect((await list("License/Index?licenseId=x")).totalCount).toBe(0);
    });

    test("that never expire are sorted last", async () => {
      const { items } = await list("License/Index?sortBy=expiryDate%20ASC");
      const dates = valuesOf(items, "expiryDate");
      expect(dates.slice(-4)).toEqual([null, null, null, null]);
      expect(dates[0]).not.toBeNull();
    });
  });

  describe("returns", () => {
    test("have every field, the newest first, and every status", async () => {
      const { items } = await list("Returns");
      expect(Object.keys(items[0]!).sort()).toEqual(
        "addNotes addressId clientId contactId invNo origDateRecvd prodCode prodDesc qty reason recordType rma status".split(
          " ",
        ),
      );
      const numbers = valuesOf(items, "rma") as number[];
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
      expect(new Set(valuesOf(items, "status"))).toEqual(new Set(["Open", "Pending", "Closed"]));
      for (const { status, origDateRecvd } of items) {
        if (status === "Open") expect(origDateRecvd).toBeNull();
      }
    });

    test("refer to contacts, locations and invoices of the API", async () => {
      const { items } = await list("Returns?includedStatuses=Closed");
      const { contactId, addressId, invNo } = items[0]!;
      expect((await anna(`Contact/Details/${String(contactId)}`)).status).toBe(200);
      expect((await anna(`Address/Edit/${String(addressId)}`)).status).toBe(200);
      expect((await anna(`Invoice/Details?invoiceNumber=${String(invNo)}`)).status).toBe(200);
    });

    test("can be filtered by status and number, and searched by product", async () => {
      const { items } = await list("Returns?includedStatuses=Open&includedStatuses=Pending");
      expect(new Set(valuesOf(items, "status"))).toEqual(new Set(["Open", "Pending"]));
      expect(await findOne("Returns?searchKeyword=A%20contact%20who%20has%20left")).toMatchObject({
        contactId: 999_999,
      });
      expect(await findOne("Returns?rma=51001")).toMatchObject({ rma: 51_001 });
      expect((await list("Returns?rma=52001")).totalCount).toBe(0);
    });
  });

  describe("quotes", () => {
    const path = "Quote/QuotesByCurrentClientId";
    const findQuote = async (details: string) => {
      const { quoteId } = await findOne(`${path}?searchKeyword=${encodeURIComponent(details)}`);
      return (await (await anna(`Quote/QuoteById?quoteId=${String(quoteId)}`)).json()) as Item & {
        items: Item[];
      };
    };

    test("have every field, the newest first, and every status", async () => {
      const { items } = await list(`${path}?pageSize=100`);
      const fields =
        "address clientName contactName details lineItemsCount lineItemsV1Count lineItemsV2Count lineItemsV3Count lineItemsV4Count lineItemsV5Count linkedQuoteIds linkedQuotesLabel preparedBy projectId quoteDateTime quoteId status validThrough valueLabel valueV1Label valueV2Label valueV3Label valueV4Label valueV5Label versionsCount".split(
          " ",
        );
      expect(Object.keys(items[0]!).sort()).toEqual(fields);
      const ids = valuesOf(items, "quoteId") as number[];
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      expect(new Set(valuesOf(items, "status"))).toEqual(new Set([1, 2, 3]));
      const pending = await list(`${path}?includedStatusCodes=1`);
      expect(new Set(valuesOf(pending.items, "status"))).toEqual(new Set([1]));
      expect((await anna(`${path}?includedStatusCodes=Pending`)).status).toBe(400);
    });

    test("have counts and values of up to five versions", async () => {
      const quote = await findQuote("Five versions");
      expect(quote).toMatchObject({
        clientName: "Harbour & Pine Ltd",
        address: { line1: "Quayside House", line2: "14 Fisher Street", town: "Whitby", postCode: "YO21 3PU" },
        preparedBy: { email: expect.stringContaining("@") as string },
        lineItemsCount: 5,
        versionsCount: 5,
        lineItemsV1Count: 2,
        lineItemsV5Count: 4,
        valueV1Label: "£400.00",
        valueV5Label: "£2,936.00",
        valueLabel: "£100.00 - £2,936.00",
      });
      expect(quote.items[2]).toEqual({
        description: "Optional, in the fifth alone",
        batchSize: 1,
        units: 1,
        price: 2499.5,
        total: 2499.5,
        optional: "Yes",
        recurring: "No",
        ...{ v1: false, v2: false, v3: false, v4: false, v5: true },
      });
      expect(await findQuote("No items")).toMatchObject({ items: [], versionsCount: 0, valueLabel: "" });
      expect(JSON.stringify((await list(path)).items)).not.toContain('"items"');
    });

    test("can be linked, contain HTML or have expired", async () => {
      const { items } = await list(`${path}?pageSize=1000`);
      const linked = items.find(
        ({ linkedQuotesLabel, quoteId }) => linkedQuotesLabel !== "" && Number(quoteId) < 29_000,
      )!;
      const [other] = linked.linkedQuoteIds as number[];
      const linkedQuote = (await (await anna(`Quote/QuoteById?quoteId=${other}`)).json()) as Item;
      expect(linkedQuote).toMatchObject({ projectId: linked.projectId, linkedQuoteIds: [linked.quoteId] });
      expect(JSON.stringify(await findQuote("Hostile <script>"))).toContain("<script>");
      const ends = valuesOf(items, "validThrough").map((end) => Date.parse(String(end)));
      expect(ends.some((end) => end > now.getTime())).toBe(true);
      expect(ends.some((end) => end < now.getTime())).toBe(true);
      expect((await findQuote("Without an end")).validThrough).toBeNull();
    });

    test("include one that expires a minute after it was opened", async () => {
      const minutes = async () => {
        const { validThrough } = await findQuote("Expires while you read it");
        return (Date.parse(String(validThrough)) - now.getTime()) / 60_000;
      };
      expect(await minutes()).toBe(1);
      now = new Date(start.getTime() + 2 * 60_000);
      expect(await minutes()).toBe(-1);
      now = new Date(start.getTime() + 10 * 60_000);
      expect(await minutes()).toBe(1);
    });

    test("of another account are not found", async () => {
      const statusOf = async (id: string) => (await anna(`Quote/QuoteById?quoteId=${id}`)).status;
      for (const id of ["22001", "999999", "", "x", "1e3"]) expect(await statusOf(id), id).toBe(404);
      expect((await provider.as("Ben", "1001")("Quote/QuoteById?quoteId=21001")).status).toBe(403);
    });

    describe("questions", () => {
      const ask = (body: unknown, person: "Anna" | "Ben" = "Anna") =>
        provider.as(person, "1001")("Quote/PostQuoteQuestion", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      const storedQuestions = () =>
        provider.db
          .prepare("SELECT quote_id, subject, message FROM quote_questions ORDER BY question_id")
          .all();
      afterEach(() => provider.db.exec("DELETE FROM quote_questions"));

      test("have rules", async () => {
        const reply = await anna("Quote/GetMessageValidationRules");
        await expect(reply.json()).resolves.toMatchObject(messageRules.map(({ ruleName }) => ({ ruleName })));
        expect((await provider.as("Ben", "1001")("Quote/GetMessageValidationRules")).status).toBe(403);
      });

      test("are stored once", async () => {
        expect((await ask({ quoteId: 21_001, message: "Is VAT included?" })).status).toBe(200);
        expect(storedQuestions()).toEqual([
          { quote_id: 21_001, subject: "2001", message: "Is VAT included?" },
        ]);
      });

      test("are refused without a message, for another account's quote, and without the role", async () => {
        const reply = await ask({ quoteId: 21_001, message: "  " });
        expect(reply.status).toBe(400);
        await expect(reply.json()).resolves.toMatchObject({
          brokenRulesCollection: [{ property: "Message", ruleName: "Required" }],
        });
        expect((await ask({ quoteId: 21_001, message: "x".repeat(2001) })).status).toBe(400);
        expect((await ask({ quoteId: 22_001, message: "Whose is it?" })).status).toBe(404);
        expect((await ask({ message: "Which?" })).status).toBe(400);
        expect((await ask({ quoteId: 21_001, message: "May I?" }, "Ben")).status).toBe(403);
        expect(storedQuestions()).toEqual([]);
      });

      test("with a scenario's text fail before they are stored, or lose their answer afterwards", async () => {
        expect((await ask({ quoteId: 21_001, message: "Error500" })).status).toBe(500);
        expect((await ask({ quoteId: 21_001, message: "banned" })).status).toBe(400);
        expect(storedQuestions()).toHaveLength(0);
        expect((await ask({ quoteId: 21_001, message: "Late500" })).status).toBe(500);
        await expect(ask({ quoteId: 21_001, message: "Lost" })).rejects.toThrow();
        expect(storedQuestions()).toHaveLength(2);
      });
    });
  });
});
