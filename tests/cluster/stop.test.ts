import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { ApiTap, type ApiCall } from "../support/api-tap.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { ContactPages, fieldsOf } from "../support/contact-pages.ts";
import { providerForm, submitProviderForm } from "../support/identity-pages.ts";
import { isLong } from "../support/long.ts";
import {
  ledgerCalls,
  ledgerOf,
  Payment,
  paymentPaths,
  thanks,
  unpaidInvoices,
} from "../support/payment-pages.ts";
import { PortalProcess, processOf } from "../support/portal-process.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import { pdf, submitWithFiles, ticketId, uploadLedger } from "../support/uploads.ts";
import { headingOf, messageOf, textOf, Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

// Each test stops a portal of its own, which shares its sessions with the world's.
const folder = mkdtempSync(join(tmpdir(), "demarc-stop-"));
const WAIT = { timeout: 15_000, interval: 20 };
startWithAnna({ environment: { SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}` } });
afterAll(() => rmSync(folder, { recursive: true }));

let stoppingPortal: PortalProcess;
/** Anna at the portal that is about to stop. */
let visitor: Visitor;
const start = async (environment: Readonly<Record<string, string>> = {}) => {
  const url = `http://localhost:${await freePort()}`;
  stoppingPortal = await PortalProcess.start(url, { ...world.environment, ...environment });
  visitor = new Visitor(url);
  visitor.setCookie("session", anna.cookie("session") ?? "");
};

/** Delays these calls of the API while `during` runs, until it calls `release`. `asked` tells which have come. */
async function whileDelayed(
  tap: ApiTap,
  isDelayed: (call: ApiCall) => boolean,
  during: (asked: (path: string) => () => boolean, release: () => void) => Promise<void>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const delayed: ApiCall[] = [];
  const script = (call: ApiCall) => {
    if (!isDelayed(call)) return undefined;
    delayed.push(call);
    return promise;
  };
  const asked = (part: string) => () => delayed.some(({ path }) => path.includes(part));
  await tap.scripted(script, () => during(asked, () => resolve(undefined)));
}

/** Sends SIGTERM, and releases the delayed calls only when the portal waits for nothing else; returns what for. */
async function stopDuring(release: () => void): Promise<unknown> {
  process.kill(stoppingPortal.pid, "SIGTERM");
  const waits = () => stoppingPortal.log.find(({ msg }) => msg === "waiting for work under way");
  await expect.poll(() => stoppingPortal.hasEnded || waits() !== undefined, WAIT).toBe(true);
  expect(stoppingPortal.hasEnded).toBe(false);
  release();
  expect(await stoppingPortal.ended()).toBe(0);
  return waits()?.["work"];
}

/** Delays each of these calls of the API by a time; resolves when `during` has ended. */
function slowedBy(ms: number, isSlow: (call: ApiCall) => boolean, during: () => Promise<void>) {
  return world.api.scripted(async (call) => {
    if (isSlow(call)) await delay(ms);
  }, during);
}

/** Sends a request and disconnects as soon as `asked` reports the call of the API. */
async function sendAndLeave(path: string, init: RequestInit, asked: () => boolean): Promise<void> {
  const disconnect = new AbortController();
  const headers = { ...init.headers, cookie: `session=${visitor.cookie("session")}`, origin: visitor.origin };
  const sent = fetch(visitor.origin + path, {
    redirect: "manual",
    ...init,
    headers,
    signal: disconnect.signal,
  });
  sent.catch(() => undefined);
  await expect.poll(asked, WAIT).toBe(true);
  disconnect.abort();
  await expect(sent).rejects.toThrow();
}

it("SIGTERM during a trouble report, a payment's completion and a lock-out: all are done, and shown", async () => {
  await start();
  const booking = await BookingPages.after(visitor, "150");
  const details = await booking.details();
  const payment = new Payment(anna);
  const numbers = unpaidInvoices(world)(1);
  const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
  const ben = await signedIn(world, "ben");
  const pages = new ContactPages(world, visitor);
  const page = await pages.open("Ben");
  const fields = new URLSearchParams(fieldsOf(page));
  fields.set("myPortalIsLockedOut", "on");
  fields.set("isSaveConfirmed", "true");
  await whileDelayed(
    world.api,
    ({ method, path }) => method !== "GET" && /\/TroubleReport\/|Complete|\/Contact\//.test(path),
    async (asked, release) => {
      await booking.send(details);
      await expect.poll(asked("/TroubleReport/"), WAIT).toBe(true);
      await sendAndLeave(back, {}, asked("Complete"));
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const post = { method: "POST", headers, body: fields.toString() };
      await sendAndLeave(new URL(page.url).pathname, post, asked("/Contact/"));
      const work = ["trouble report", "/invoices/payment-succeeded", "/account/contacts/:id"];
      expect(await stopDuring(release)).toEqual(expect.arrayContaining(work));
    },
  );
  expect(booking.calls()).toEqual(["logged"]);
  expect(headingOf(await anna.open(`${booking.at}/success`))).toBe("Success");
  expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  expect(textOf(await anna.open(paymentPaths.succeeded))).toContain(thanks);
  expect((await ben.get("/account")).location).toBe("/login");
});

it("SIGTERM during an upload: the file is stored, and its success is shown", async () => {
  const uploads = await ApiTap.start(world.environment["UPLOADS_URL"] ?? "");
  try {
    await start({ UPLOADS_URL: uploads.url });
    // Not the newest ticket, which another test may have created.
    const page = await visitor.get(`/tickets/${ticketId(world, 5)}`);
    await whileDelayed(
      uploads,
      ({ query }) => query.get("comp") === "blocklist",
      async (asked, release) => {
        const files = [["left.pdf", pdf(50_000)]] as const;
        const sent = submitWithFiles(visitor, page, { typed: { note: "A file" }, files });
        sent.catch(() => undefined);
        await expect.poll(asked(""), WAIT).toBe(true);
        await stopDuring(release);
        expect((await sent).status).toBe(303);
      },
    );
    expect((await uploadLedger(world)).files.map(({ name }) => name)).toContain("left.pdf");
    expect(messageOf(await anna.get("/dashboard"))).toContain("left.pdf was uploaded successfully");
  } finally {
    await uploads.close();
  }
});

if (isLong)
  it("SIGTERM during calls of 25 s, of 30 s that they may take: nothing is cut", async () => {
    await start();
    const payment = new Payment(anna);
    const numbers = unpaidInvoices(world)(1);
    const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
    const pages = new ContactPages(world, visitor);
    const contact = await pages.open("Ben");
    const isSlow = ({ method, path }: ApiCall) => method !== "GET" && /Complete|\/Contact\//.test(path);
    await slowedBy(25_000, isSlow, async () => {
      const before = world.api.calls.length;
      const isAsked = (name: string) => () =>
        world.api.calls.slice(before).some((call) => isSlow(call) && call.path.includes(name));
      await sendAndLeave(back, {}, isAsked("Complete"));
      const saved = pages.save(contact).catch(() => undefined);
      await expect.poll(isAsked("/Contact/"), WAIT).toBe(true);
      expect([await stoppingPortal.stop(), (await saved)?.status]).toEqual([0, 303]);
    });
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
    expect(textOf(await anna.open(paymentPaths.succeeded))).toContain(thanks);
  });

if (isLong)
  it("SIGTERM during a post that takes too long: named in the log, and the code is 1", async () => {
    await start({ API_TIMEOUT_SECONDS: "12" });
    const pages = new ContactPages(world, visitor);
    const contact = await pages.open("Ben");
    let isAsked = false;
    const isSlow = () => (isAsked = true);
    // Two such calls take longer than the drain, 22 s.
    await slowedBy(11_500, isSlow, async () => {
      const saved = pages.save(contact).catch(() => "cut");
      await expect.poll(() => isAsked, WAIT).toBe(true);
      expect([await stoppingPortal.stop(), await saved]).toEqual([1, "cut"]);
    });
    const line = stoppingPortal.log.find(({ msg }) => msg === "stopped with work under way");
    expect(line?.["work"]).toContain(`POST ${pages.pathOf("Ben")}`);
  });

it("SIGTERM during a sign-in that the browser waits for: another instance completes it", async () => {
  stoppingPortal = processOf(world.portal);
  const person = world.visitor();
  const callback = await submitProviderForm(person, await providerForm(person), { email: emails.carla });
  await whileDelayed(
    world.api,
    ({ path }) => path === "/Client/MyAccounts",
    async (asked, release) => {
      const page = await person.get(callback.location ?? "");
      expect([asked("")(), textOf(page)]).toEqual([true, expect.stringContaining("lease wait")]);
      await stopDuring(release);
    },
  );
  const next = await PortalProcess.start(world.portal.url, world.environment);
  try {
    expect((await person.open("/login/wait")).url).toBe(`${world.portal.url}/dashboard`);
  } finally {
    await next.stop();
  }
});
