import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Item {
  notificationId: string;
  subject: string;
  status: number;
  issuedOn: string;
  readOn: string | null;
}

describe("notifications", () => {
  let provider: TestProvider;
  let clock = new Date("2026-05-06T09:00:00Z");
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => clock });
  });
  afterAll(() => provider.close());

  const list = async (query: string) => {
    const reply = await provider.as("Anna", "1001")(`Notification/MyNotifications?${query}`);
    const { items, totalCount } = (await reply.json()) as { items: Item[]; totalCount: number };
    return { items, totalCount, headers: reply.headers };
  };
  const details = async (id: string) =>
    (await (await provider.as("Anna", "1001")(`Notification/Details?id=${id}`)).json()) as Item;
  const put = (change: string, id: string) =>
    provider.as("Anna", "1001")(`Notification/${change}?id=${id}`, { method: "PUT" });
  const everything = "includedStatusCodes=0&includedStatusCodes=1&includedStatusCodes=2";

  test("pages contain every notification once, in the requested order", async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => list(`SortBy=issuedon ASC&PageSize=10&PageNumber=${page}&${everything}`)),
    );
    const items = pages.flatMap((page) => page.items);
    expect(items).toHaveLength(45);
    expect(new Set(items.map(({ notificationId }) => notificationId)).size).toBe(45);
    expect(items.map(({ issuedOn }) => issuedOn)).toEqual(items.map(({ issuedOn }) => issuedOn).sort());
    expect(pages[0]?.totalCount).toBe(45);
    expect(pages[0]?.headers.get("x-total-count")).toBe("45");
  });

  test("lists unread and read notifications by default, and otherwise those of the given statuses", async () => {
    const usual = await list("PageSize=100");
    expect(new Set(usual.items.map(({ status }) => status))).toEqual(new Set([0, 1]));
    const archived = await list("PageSize=100&includedStatusCodes=2");
    expect(new Set(archived.items.map(({ status }) => status))).toEqual(new Set([2]));
    expect(archived.totalCount + usual.totalCount).toBe(45);
  });

  test("a search treats wildcards as letters", async () => {
    const matches = await list(`searchKeyword=CABINET&${everything}`);
    expect(matches.items.map(({ subject }) => subject)).toEqual([expect.stringContaining("Cabinet upgrade")]);
    expect((await list(`searchKeyword=${encodeURIComponent("%_%")}&${everything}`)).totalCount).toBe(0);
  });

  test.each([
    "SortBy=issuedon;DROP TABLE notifications",
    "SortBy=constructor",
    "PageSize=0",
    "includedStatusCodes=x",
  ])("400 for %s", async (query) => {
    expect((await provider.as("Anna", "1001")(`Notification/MyNotifications?${query}`)).status).toBe(400);
  });

  test("reading sets the time once and lowers the unread count", async () => {
    const [unread] = (await list("includedStatusCodes=0")).items;
    const before = Number((await list("")).headers.get("x-unread-count"));
    const id = unread!.notificationId;
    await put("MarkAsRead", id);
    const readOn = clock.toISOString();
    expect(await details(id)).toMatchObject({ status: 1, readOn });
    expect((await list("")).headers.get("x-unread-count")).toBe(String(before - 1));
    clock = new Date(clock.getTime() + 60_000);
    await put("MarkAsRead", id);
    expect((await details(id)).readOn).toBe(readOn);
  });

  test("unarchiving turns an archived notification, and no other, into a read one", async () => {
    const [item] = (await list("includedStatusCodes=0")).items;
    const id = item!.notificationId;
    await put("MarkAsUnArchived", id);
    expect((await details(id)).status).toBe(0);
    await put("MarkAsArchived", id);
    expect((await details(id)).status).toBe(2);
    await put("MarkAsRead", id);
    expect((await details(id)).status).toBe(2);
    await put("MarkAsUnArchived", id);
    expect((await details(id)).status).toBe(1);
  });

  test("a notification is archived after 30 days, and not again within 29 days of being unarchived", async () => {
    const newest = (await list("PageSize=1&SortBy=issuedOn DESC")).items[0]!;
    clock = new Date(Date.parse(newest.issuedOn) + 30 * DAY_MS - 1);
    expect((await details(newest.notificationId)).status).not.toBe(2);
    clock = new Date(clock.getTime() + 1);
    expect((await details(newest.notificationId)).status).toBe(2);
    await put("MarkAsUnArchived", newest.notificationId);
    clock = new Date(clock.getTime() + 29 * DAY_MS);
    expect((await details(newest.notificationId)).status).toBe(1);
  });
});
