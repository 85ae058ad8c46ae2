import { setTimeout as sleep } from "node:timers/promises";
import { Agent, EventSource as NodeEventSource } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openReconnectingStream } from "#app/live/stream.ts";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { startCluster, type Cluster } from "./cluster.ts";
import { nginxAvailable } from "./nginx.ts";
import { firstOrAll, isLong } from "../support/long.ts";
import { emails } from "../support/signed-in.ts";
import { submitWithFiles } from "../support/uploads.ts";
import type { Visitor } from "../support/visitor.ts";

const clientId = "1001";
/** The instances to start and then to stop. The long run replaces both, the short one only the first. */
const steps = firstOrAll([
  { next: 2, last: 0 },
  { next: 0, last: 1 },
]);
const WAIT = { timeout: 30_000, interval: 50 };
/** Between two requests of one visitor, and between two events. */
const PAUSE_MS = 250;
const EVENTS_EVERY_MS = 200;

describe.skipIf(!redisAvailable || !nginxAvailable)("a rolling update under load", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    // Longer than nginx keeps an idle connection (deploy/nginx.conf).
    cluster = await startCluster({ surge: true, environment: { DRAIN_DELAY_MS: "2000" } });
  });
  afterAll(() => cluster.close());

  let isOver = false;
  const failures: string[] = [];

  /** Repeats a request until the update is over, and collects unexpected answers. */
  async function repeat(what: string, expected: number, request: () => Promise<{ status: number }>) {
    while (!isOver) {
      const got = await request().then(({ status }) => String(status), String);
      if (got !== String(expected)) failures.push(`${what}: ${got}`);
      await sleep(PAUSE_MS);
    }
  }

  /** Signs in Anna, who has every role. */
  async function signInAnna(): Promise<Visitor> {
    const visitor = cluster.visitor();
    await visitor.signIn(emails.anna);
    expect((await visitor.post("/switch-account", { account: clientId })).status).toBe(303);
    return visitor;
  }

  const sent: string[] = [];
  /** Replies to a ticket, each time with another text. */
  async function reply(visitor: Visitor, ticket: string) {
    const page = await visitor.get(`/tickets/${ticket}`);
    const message = `Reply ${sent.length} to ${ticket}`;
    sent.push(message);
    return submitWithFiles(visitor, page, { typed: { message }, files: [] });
  }
  const openTickets = () =>
    cluster.provider.db
      .prepare("SELECT support_ticket_id AS id FROM tickets WHERE client_id = ? AND status_id = 1 LIMIT 3")
      .all(clientId)
      .map(({ id }) => String(id));
  const replies = () =>
    cluster.provider.db
      .prepare("SELECT content FROM ticket_notes WHERE content LIKE '<p>Reply %'")
      .all()
      .map(({ content }) => String(content));

  const raised: number[] = [];
  async function raiseEvents() {
    while (!isOver) {
      raised.push(performance.now());
      cluster.provider.raise({ kind: "line-check", clientId });
      await sleep(EVENTS_EVERY_MS);
    }
  }

  /** Opens a stream as a browser does; returns the events that make its page reload, with their times. */
  function follow(visitor: Visitor) {
    const received: { readonly what: "ready" | "news"; readonly at: number }[] = [];
    const cookie = `session=${visitor.cookie("session")}`;
    const dispatcher = new Agent().compose(
      (dispatch) => (options, handler) =>
        dispatch({ ...options, headers: { ...(options.headers as object), cookie } }, handler),
    );
    const stop = openReconnectingStream(
      `${cluster.url}/live`,
      ({ type }) => received.push({ what: type === "ready" ? type : "news", at: performance.now() }),
      (url) => new NodeEventSource(url, { node: { dispatcher } }) as unknown as EventSource,
    );
    return { received, stop };
  }

  let firstStopAt = 0;
  /** Like a Deployment with maxSurge 1 and maxUnavailable 0: a new instance is ready before an old one is stopped. */
  async function rollOut(): Promise<void> {
    for (const { next, last } of steps) {
      const started = await cluster.restart(next);
      const readiness = async () => (await fetch(`http://127.0.0.1:${started.port}/readyz`)).status;
      await expect.poll(readiness, WAIT).toBe(200);
      firstStopAt ||= performance.now();
      expect(await cluster.portals[last]!.stop()).toBe(0);
    }
  }

  it("no request fails, each post is made once, and each stream reconnects without losing events", async () => {
    const visitors = [await signInAnna(), await signInAnna()];
    const streams = visitors.flatMap((visitor) => [follow(visitor), follow(visitor)]);
    await expect.poll(() => streams.every(({ received }) => received.length > 0), WAIT).toBe(true);

    // Slow, so that posts and pages are in progress whenever an instance stops.
    cluster.provider.faults.add({ kind: "slow", path: "/api/SupportTicket", delayMs: 300 });
    const [first, second] = visitors as [Visitor, Visitor];
    const load = [
      raiseEvents(),
      ...["/dashboard", "/tickets"].map((path) => repeat(path, 200, () => first.get(path))),
      repeat("/login of a stranger", 200, () => cluster.visitor().get("/login")),
      ...openTickets().map((ticket) => repeat(`reply to ${ticket}`, 303, () => reply(second, ticket))),
    ];
    try {
      await rollOut();
    } finally {
      isOver = true;
    }
    await Promise.all(load);

    expect(failures, cluster.nginx.errorLog.join("")).toEqual([]);
    expect(cluster.errors()).toEqual([]);
    expect(sent.length).toBeGreaterThan(openTickets().length);
    expect(replies().sort()).toEqual(sent.map((message) => `<p>${message}</p>`).sort());
    expect(cluster.everStarted).toHaveLength(2 + steps.length);

    // Each event reached the stream, or the page was reloaded after it, because its stream reconnected.
    const missesNothing = ({ received }: (typeof streams)[number]) =>
      raised.every((at) => received.some((one) => one.at >= at));
    await expect.poll(() => streams.map(missesNothing), WAIT).toEqual(streams.map(() => true));
    expect(streams.filter(({ received }) => !received.some(({ what }) => what === "news"))).toEqual([]);
    const hasReconnected = ({ received }: (typeof streams)[number]) =>
      received.some(({ what, at }) => what === "ready" && at > firstStopAt);
    // In the short run, a stream of the second instance hasn't ended.
    if (isLong) expect(streams.every(hasReconnected)).toBe(true);
    const { unread } = cluster.provider.db
      .prepare("SELECT count(*) AS unread FROM notifications WHERE client_id = ? AND status = 0")
      .get(clientId) as { unread: number };
    expect((await first.get("/dashboard")).$("summary:contains('Notifications')").text()).toContain(
      String(unread),
    );
    streams.forEach(({ stop }) => stop());
  }, 240_000);
});
