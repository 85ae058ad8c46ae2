import { request } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { TestStream } from "#server/live/testing/portal.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { submitWithFiles } from "../support/uploads.ts";
import type { Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();
describe("a ticket that was updated", () => {
  const streams: TestStream[] = [];
  afterAll(() => streams.forEach((stream) => stream.close()));

  async function listen(visitor: Visitor): Promise<TestStream> {
    const headers = { cookie: `session=${visitor.cookie("session")}` };
    const stream = await new Promise<TestStream>((resolve, reject) => {
      const asked = request(`${visitor.origin}/live`, { agent: false, headers });
      asked.on("response", (response) => resolve(new TestStream(response, () => asked.destroy())));
      asked.on("error", reject).end();
    });
    streams.push(stream);
    return stream;
  }
  const heard = (stream: TestStream, kind: string) =>
    [...stream.text.matchAll(/^data: (.*"kind".*)$/gm)]
      .map(([, data]) => JSON.parse(data ?? "") as { kind: string; id: string })
      .filter((one) => one.kind === kind);
  const raiseChecks = () =>
    (["1001", "1003"] as const).map((clientId) => world.provider.raise({ kind: "line-check", clientId }));

  it("is told to the account's other users with the role Support, not to the person who saved it", async () => {
    const visitors = [anna, await signedIn(world, "ben", "1001"), await signedIn(world, "carla")];
    const listening = await Promise.all(visitors.map(listen));
    const checks = () => listening.map((stream) => heard(stream, "LineFaultCheck").length > 0);
    const all = [true, true, true];
    // Their connections to the hub come up after the streams.
    await expect.poll(() => raiseChecks() && checks(), { timeout: 15_000, interval: 200 }).toEqual(all);

    const subject = "Nine short notes";
    const page = await anna.get(ticketPath(subject));
    expect((await submitWithFiles(anna, page, { typed: { message: "Any news?" }, files: [] })).status).toBe(
      303,
    );
    const { supportTicketId } = world.provider.raise({ kind: "ticket-updated", clientId: "1003" });
    expect(supportTicketId).toMatch(/^\d+$/);
    const lastRaised = raiseChecks().map(({ lineFaultCheckId }) => lineFaultCheckId);
    // A connection's events come in order: a browser that has the later one hasn't missed any before it.
    const lastHeard = () => listening.map((stream) => heard(stream, "LineFaultCheck").at(-1)?.id);
    await expect.poll(lastHeard, { timeout: 15_000 }).toEqual([lastRaised[0], lastRaised[0], lastRaised[1]]);

    const ticket = { kind: "TicketUpdated", id: String(ticketOf(subject).support_ticket_id) };
    expect(listening.map((stream) => heard(stream, "TicketUpdated"))).toEqual([[], [ticket], []]);
  });
});
