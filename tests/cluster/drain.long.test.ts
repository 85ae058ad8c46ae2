import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { processOf } from "../support/portal-process.ts";
import type { Page, Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const WAIT = { timeout: 15_000, interval: 50 };

let world: World;
let visitor: Visitor;
beforeEach(async () => {
  world = await createWorld({ environment: { DRAIN_DELAY_MS: "2000" } });
  visitor = world.visitor();
  await visitor.signIn("carla.mendes@brightwater.example");
});
afterEach(() => world.close());

const readiness = async () => {
  const reply = await fetch(`${world.portal.url}/readyz`);
  return [reply.status, await reply.text()];
};

/** Runs `during` while a dashboard waits for the API's answer, which `release` lets pass. */
async function withPendingPage<T>(
  during: (page: Promise<Page>, release: () => void) => Promise<T>,
): Promise<T> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isAsked = false;
  const delayAnswer = async () => {
    isAsked = true;
    await released;
    return undefined;
  };
  return world.api.scripted(delayAnswer, async () => {
    const page = visitor.get("/dashboard");
    page.catch(() => undefined);
    await expect.poll(() => isAsked, WAIT).toBe(true);
    try {
      return await during(page, release);
    } finally {
      release();
    }
  });
}

it("reports draining, completes accepted requests, and ends with code 0", async () => {
  expect(await readiness()).toEqual([200, "ready\n"]);
  await withPendingPage(async (page, release) => {
    process.kill(processOf(world.portal).pid, "SIGTERM");
    await expect.poll(readiness, WAIT).toEqual([503, "draining\n"]);
    // New requests are answered until the load balancer has noticed.
    expect((await fetch(`${world.portal.url}/healthz`)).status).toBe(200);
    const late = await world.visitor().get("/login");
    expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);

    const refused = () =>
      world
        .visitor()
        .get("/login")
        .then(
          ({ status }) => status,
          () => "refused",
        );
    await expect.poll(refused, WAIT).toBe("refused");
    expect(processOf(world.portal).hasEnded).toBe(false);
    release();
    const shown = await page;
    expect([shown.status, shown.headers.get("connection")]).toEqual([200, "close"]);
    // The end of the document that Remix streams.
    expect(shown.text).toContain("streamController.close()");
  });
  expect(await processOf(world.portal).ended()).toBe(0);
  expect(world.portal.log.map(({ msg }) => msg)).toContain("portal has stopped");
});

it("ends immediately at the second signal", async () => {
  await withPendingPage(async (page) => {
    process.kill(processOf(world.portal).pid, "SIGTERM");
    await expect.poll(readiness, WAIT).toEqual([503, "draining\n"]);
    expect(await world.portal.stop()).toBe(1);
    await expect(page).rejects.toThrow();
  });
});

it("doesn't wait for idle connections", async () => {
  await fetch(`${world.portal.url}/healthz`);
  const ended = world.portal.stop();
  const outcome = await Promise.race([ended, sleep(15_000, "still there")]);
  expect(outcome).toBe(0);
});

it("doesn't wait for a connection that has sent nothing, as browsers open some in advance", async () => {
  const silent = connect(Number(processOf(world.portal).port), "localhost");
  await once(silent, "connect");
  const ended = world.portal.stop();
  expect(await Promise.race([ended, sleep(15_000, "still there")])).toBe(0);
});

it("drains and ends with code 1 after an uncaught error, and logs each as fatal", async () => {
  const throwing = `data:text/javascript,${encodeURIComponent(`
    process.on("SIGUSR2", () => { throw new Error("thrown") });
    process.on("SIGWINCH", () => void Promise.reject(new Error("rejected")));`)}`;
  const own = await createWorld({ environment: { NODE_OPTIONS: `--import=${throwing}` } });
  const fatal = () => own.portal.log.filter(({ level }) => level === "fatal").map(({ msg }) => msg);
  const held = Promise.withResolvers<undefined>();
  try {
    const person = own.visitor();
    await person.signIn("carla.mendes@brightwater.example");
    let isAsked = false;
    await own.api.scripted(
      () => ((isAsked = true), held.promise),
      async () => {
        const page = person.get("/dashboard");
        page.catch(() => undefined);
        await expect.poll(() => isAsked, WAIT).toBe(true);
        process.kill(processOf(own.portal).pid, "SIGUSR2");
        await expect.poll(fatal, WAIT).toEqual(["uncaughtException: the portal stops"]);
        // A second error while draining doesn't abort requests either.
        process.kill(processOf(own.portal).pid, "SIGWINCH");
        await expect.poll(fatal, WAIT).toHaveLength(2);
        held.resolve(undefined);
        expect((await page).status).toBe(200);
      },
    );
    expect(await processOf(own.portal).ended()).toBe(1);
    expect(own.portal.log.at(-1)).toMatchObject({ msg: "portal has stopped" });
  } finally {
    held.resolve(undefined);
    await own.close();
  }
});

it("ends with code 70 if its event loop is blocked, and logs the last requests", async () => {
  const stuck = `data:text/javascript,process.on(%22SIGUSR2%22,()=>{for(;;);})`;
  const own = await createWorld({ environment: { STUCK_SECONDS: "1", NODE_OPTIONS: `--import=${stuck}` } });
  try {
    const { headers } = await own.visitor().get("/login");
    process.kill(processOf(own.portal).pid, "SIGUSR2");
    process.kill(processOf(own.portal).pid, "SIGTERM");
    expect(await processOf(own.portal).ended()).toBe(70);
    expect(own.portal.log.at(-1)).toMatchObject({
      level: "fatal",
      lastRequests: expect.arrayContaining([headers.get("x-request-id")]) as string[],
    });
  } finally {
    await own.close();
  }
});
