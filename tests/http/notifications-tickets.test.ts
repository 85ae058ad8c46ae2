import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import * as pages from "../support/notification-pages.ts";
import { ticketPath } from "../support/ticket-pages.ts";
import { world } from "../support/world.ts";

startWithAnna();

describe("opening a ticket", () => {
  const marks = (calls: readonly { path: string; query: URLSearchParams }[]) =>
    calls.filter(({ path }) => path.endsWith("/MarkAsRead")).map(({ query }) => query.get("id"));
  const about = (ticket: unknown) => pages.add({ payload: JSON.stringify({ supportTicketId: ticket }) });
  /** Pushes what was there before out of the bell, which shows three. */
  const addOthers = () => Array.from({ length: 12 }, () => pages.add());

  it("marks and counts every notification that names it as read, and no other", async () => {
    const { notificationId, supportTicketId = "" } = world.provider.raise({
      kind: "ticket-updated",
      clientId: "1001",
    });
    const naming = [notificationId, about(Number(supportTicketId)), about(supportTicketId)];
    const others = [about(`${supportTicketId}1`), pages.add({ payload: "no JSON" }), ...addOthers()];
    naming.push(about(supportTicketId));
    const before = pages.unreadIn(await anna.get("/dashboard"));
    const [ticket, calls] = await world.api.record(async () => {
      const page = await anna.get(`/tickets/${supportTicketId}`);
      await expect.poll(() => naming.map((id) => pages.statusOf(id))).toEqual(naming.map(() => 1));
      return page;
    });
    expect([ticket.status, new Set(marks(calls))]).toEqual([200, new Set(naming)]);
    expect(pages.unreadIn(ticket)).toBe(before - naming.length);
    expect(others.map((id) => pages.statusOf(id))).toEqual(others.map(() => 0));
    const [again, more] = await world.api.record(() => anna.get(`/tickets/${supportTicketId}`));
    expect([marks(more), pages.unreadIn(again)]).toEqual([[], before - naming.length]);
  });

  it("waits neither for marking, which goes one by one, nor for a second page of notifications", async () => {
    const path = ticketPath("Nine short notes");
    const naming = Array.from({ length: 105 }, () => about(path.split("/").at(-1)));
    const before = pages.unreadIn(await anna.get("/dashboard"));
    const held = Promise.withResolvers<undefined>();
    let marking = 0;
    const hold = (call: { path: string }) =>
      call.path.endsWith("/MarkAsRead") ? ((marking += 1), held.promise) : undefined;
    const [, calls] = await world.api.record(() =>
      world.api.scripted(hold, async () => {
        expect(pages.unreadIn(await anna.get(path))).toBe(before - 100);
        await expect.poll(() => marking).toBe(1);
        held.resolve(undefined);
        await expect.poll(() => naming.filter((id) => pages.statusOf(id) === 0).length).toBe(5);
      }),
    );
    expect(calls.filter(({ query }) => query.get("PageSize") === "100").length).toBe(1);
  });

  it("marks nothing where the ticket isn't found, or nobody opened it", async () => {
    const path = ticketPath("Nine short notes");
    const [gone, kept] = [about(999_999), about(path.split("/").at(-1))];
    expect((await anna.get("/tickets/999999")).status).toBe(404);
    await anna.send(path, { headers: { "sec-purpose": "prefetch" } });
    expect([gone, kept].map((id) => pages.statusOf(id))).toEqual([0, 0]);
  });

  it("is shown though its notifications can't be read or marked", async () => {
    const path = ticketPath("Nine short notes");
    const id = about(path.split("/").at(-1));
    for (const part of ["MyNotifications", "MarkAsRead"]) {
      const page = await world.api.failing(part, () => anna.get(path));
      expect([page.status, pages.statusOf(id)]).toEqual([200, 0]);
    }
  });
});
