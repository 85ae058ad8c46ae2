import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPortalApi } from "#app/portal-api/client.ts";
import { getClientSummary, listMyAccounts } from "#app/portal-api/clients.ts";
import { logDownloadClicked, logPageView } from "#app/portal-api/event-log.ts";
import { licenceStatus, listLicences, listLicenceSecrets } from "#app/portal-api/licences.ts";
import {
  getNotification,
  latestNotificationsQuery,
  listMyNotifications,
  listUnreadCounts,
  markNotificationAsArchived,
  markNotificationAsRead,
  markNotificationAsUnarchived,
} from "#app/portal-api/notifications.ts";
import { askAboutQuote, getQuote, listQuotes, quoteStatus, versions } from "#app/portal-api/quotes.ts";
import { listReturns, returnStatus } from "#app/portal-api/returns.ts";
import { invalidateSession } from "#app/portal-api/sign-out.ts";
import {
  createTicket,
  getBlankTicket,
  getTicket,
  listMyLatestTickets,
  listTicketPriorities,
  listTickets,
  ticketStatus,
  updateTicket,
} from "#app/portal-api/support-tickets.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";

describe("the portal's API client with the embedded provider", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  const apiFor = (token: string, clientId: string) =>
    createPortalApi(
      { baseUrl: `${provider.url}/api`, subscriptionKey: demoSecrets.portalApiKey, timeoutMs: 30_000 },
      { identityToken: () => token, clientId, requestId: "contract-test" },
    );
  const anna = () => apiFor(tokenOf("Anna"), "1001");

  test("reads the accounts and the summary of one account", async () => {
    await expect(anna().call(listMyAccounts, {})).resolves.toEqual([
      { clientId: "1002", name: "Harbour & Pine (Retail) Ltd" },
      { clientId: "1001", name: "Harbour & Pine Ltd" },
    ]);
    const summary = await anna().call(getClientSummary, {});
    expect(summary.clientName).toBe("Harbour & Pine Ltd");
    expect(summary.myAccounts).toHaveLength(7);
    expect(summary.myAccounts[0]).toMatch(/^1001:1\/HAR001$/);
    expect(summary.address).toMatchObject({ line1: "Quayside House", postCode: "YO21 3PU" });
  });

  test("reads the list of notifications, a single one, and the unread counts", async () => {
    const list = await anna().call(listMyNotifications, { query: latestNotificationsQuery });
    expect(list.items).toHaveLength(3);
    expect(list.totalCount).toBeGreaterThan(20);
    expect(list.unreadCount).toBe(8);
    const id = list.items[0]!.notificationId;
    await expect(anna().call(getNotification, { query: { id } })).resolves.toEqual(list.items[0]);
    await expect(anna().call(listUnreadCounts, {})).resolves.toEqual([
      { clientId: "1001", count: 8 },
      { clientId: "1002", count: 1 },
    ]);
  });

  test("changes the status of a notification", async () => {
    const api = anna();
    const query = { id: "1" };
    await api.call(markNotificationAsRead, { query });
    await api.call(markNotificationAsArchived, { query });
    await expect(anna().call(getNotification, { query })).resolves.toMatchObject({ status: 2 });
    await api.call(markNotificationAsUnarchived, { query });
    await expect(anna().call(getNotification, { query })).resolves.toMatchObject({ status: 1 });
  });

  test("reads the latest tickets, a page of the list, and the priorities", async () => {
    const tickets = await anna().call(listMyLatestTickets, {});
    expect(tickets).toHaveLength(2);
    expect(tickets[0]!.time > tickets[1]!.time).toBe(true);
    const query = { searchKeyword: "notes", includedStatusCodes: [ticketStatus.inProgress], pageSize: 3 };
    const { items, totalCount } = await anna().call(listTickets, { query });
    expect([items.length, totalCount]).toEqual([3, 5]);
    const priorities = await anna().call(listTicketPriorities, {});
    expect(priorities.map(({ text }) => text)).toContain("Billing and Account");
  });

  test("a logged ticket has a history, and an edit of an old version is a conflict", async () => {
    const blank = await anna().call(getBlankTicket, {});
    const typed = { subject: "From the contract", message: "a < b", contractCover: 101, contactId: 1 };
    const body = { ...blank, ...typed };
    const logged = await anna().call(createTicket, { body });
    const id = logged?.supportTicketId ?? "";
    const ticket = await anna().call(getTicket, { query: { id } });
    expect(ticket).toMatchObject({ details: "<p>a &#60; b</p>", contractCover: 101, statusId: 0 });
    expect(ticket.formattedNotes).toMatchObject([{ content: "<p>a &#60; b</p>" }]);
    await anna().call(updateTicket, { body: { ...ticket, statusId: 3 } });
    await expect(anna().call(updateTicket, { body: { ...ticket, statusId: 1 } })).rejects.toMatchObject({
      kind: "conflict",
    });
    const forAnotherContact = { ...body, contactId: 60 };
    await expect(anna().call(createTicket, { body: forAnotherContact })).rejects.toMatchObject({
      kind: "rejected",
    });
  });

  test("reads all subscriptions in one answer, and their secrets by a separate call", async () => {
    const licences = await anna().call(listLicences, {});
    expect(new Set(licences.map(({ status }) => status))).toEqual(new Set(Object.values(licenceStatus)));
    const [first] = licences;
    expect(first).toMatchObject({ password: true, keycodes: true });
    const secrets = await anna().call(listLicenceSecrets, {}, { fresh: true });
    expect(secrets.find(({ licenseId }) => licenseId === first?.licenseId)?.password).toMatch(/^.{10,}$/);
  });

  test("reads a page of quotes and a quote with its versions, and asks a question about it", async () => {
    const { items, totalCount } = await anna().call(listQuotes, {
      query: { searchKeyword: "Five versions", includedStatusCodes: [quoteStatus.pending] },
    });
    expect([totalCount, items[0]?.versionsCount]).toEqual([1, 5]);
    const quoteId = items[0]!.quoteId;
    const { items: lines, preparedBy } = await anna().call(getQuote, { query: { quoteId } });
    expect(lines.map((line) => versions.filter((version) => line[`v${version}`]))).toEqual([
      [1, 2, 3, 4, 5],
      [1, 3, 5],
      [5],
      [4, 5],
      [],
    ]);
    expect(lines.map(({ optional, recurring }) => [optional, recurring]).slice(2, 4)).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(preparedBy?.email).toContain("@");
    await anna().call(askAboutQuote, { body: { quoteId, message: "Which?" } });
    expect(provider.db.prepare("SELECT message FROM quote_questions").all()).toEqual([{ message: "Which?" }]);
  });

  test("reads all returns in one answer", async () => {
    const returns = await anna().call(listReturns, {});
    expect(returns.length).toBeGreaterThan(32);
    expect(new Set(returns.map(({ status }) => status))).toEqual(new Set(Object.values(returnStatus)));
    expect(returns.find(({ prodDesc }) => prodDesc === "Nothing else")).toMatchObject({
      contactId: "",
      qty: "",
    });
  });

  test("writes page views and downloads to the event log", async () => {
    const view = {
      routingSessionId: "r",
      appInsightsSessionId: "",
      gaClientId: "",
      gId: "",
      userAgent: "test",
    };
    await anna().call(logPageView, { body: { pageUrl: "/dashboard", ...view } });
    await anna().call(logDownloadClicked, { body: { fileName: "guide.pdf", pageUrl: "/login" } });
    const pageView = provider.db.prepare("SELECT subject, client_id, page_url FROM page_views").get();
    expect(pageView).toEqual({ subject: "2001", client_id: "1001", page_url: "/dashboard" });
    expect(provider.db.prepare("SELECT file_name FROM downloads").get()).toEqual({ file_name: "guide.pdf" });
  });

  test("a signed-out token is refused, a new one is not", async () => {
    const token = tokenOf("Anna", "to-be-ended");
    await apiFor(token, "1001").call(invalidateSession, { body: null });
    await expect(apiFor(token, "1001").call(listMyAccounts, {})).rejects.toMatchObject({
      kind: "unauthorised",
    });
    await expect(anna().call(listMyAccounts, {})).resolves.toHaveLength(2);
  });
});
