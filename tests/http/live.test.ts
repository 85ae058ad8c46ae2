import { beforeAll, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { NotificationPages } from "../support/notification-pages.ts";
import type { Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();
let pages: NotificationPages;
beforeAll(() => {
  pages = new NotificationPages(world);
});

describe("line checks that nobody listened to", () => {
  const missed = () => anna.get(`/live/missed?after=${Date.now()}`);
  const told = ({ text }: Page) =>
    [...text.matchAll(/^data: (.*"kind".*)$/gm)].map(([, data]) => JSON.parse(data ?? "") as unknown);

  it("are told from the latest notifications by one call, the oldest first, what is read left out", async () => {
    const failed = pages.add({ type: "FailedLineFaultCheck", payload: "no JSON" });
    pages.add({ type: "Invoice" });
    const finished = pages.add({ type: "LineFaultCheck", payload: JSON.stringify({ lineFaultCheckId: 7 }) });
    const [answer, calls] = await world.api.record(missed);
    expect(told(answer)).toEqual([
      { kind: "FailedLineFaultCheck", id: failed, notificationId: failed },
      { kind: "LineFaultCheck", id: "7", notificationId: finished },
    ]);
    expect(calls.map(({ path }) => path)).toEqual(["/Notification/MyNotifications"]);
    await anna.get(`/notifications/${finished}?open`);
    expect(told(await missed())).toHaveLength(1);
  });

  it("are left to the next page while the API is down", async () => {
    const answer = await world.api.scripted(() => ({ status: 500, body: "{}" }), missed);
    expect([answer.status, told(answer)]).toEqual([200, []]);
    expect(answer.text).toContain("event: ready");
  });
});
