import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import express from "express";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createKeyRing } from "./seal.ts";
import { handleOf, storeKey } from "./session-store.ts";
import { createSessions, type SessionService } from "./sessions.ts";
import { jane, tokensNamed } from "./testing/test-portal.ts";

const secrets = ["the secret of now, which is long enough", "the secret of before, which is long enough"];

function open(ring: readonly string[], secure = false): Promise<SessionService> {
  const log = pino({ level: "silent" });
  return createSessions({
    store: "sqlite::memory:",
    secrets: ring,
    secure,
    idleMinutes: 30,
    maxHours: 8,
    log,
  });
}

/** The cookie of a session as a sign-in sets it, and the handle that the session has then. */
async function issue(sessions: SessionService): Promise<{ cookie: string; handle: string }> {
  const app = express().use(sessions.middleware());
  app.get("/", async (request, response) => {
    const session = sessions.sessionOf(request);
    await session.signIn({ user: jane, tokens: tokensNamed("a") });
    response.end(session.handle);
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const answer = await fetch(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const handle = await answer.text();
  await new Promise((resolve) => server.close(resolve));
  await sessions.close();
  return { cookie, handle };
}

/** The handle of the session that a cookie names, by its reference. */
async function handleBy(cookie: string, ring = secrets, secure = false): Promise<string | undefined> {
  const sessions = await open(ring, secure);
  onTestFinished(() => sessions.close());
  const reference = sessions.referenceOf({ headers: { cookie } } as IncomingMessage);
  return reference && handleOf(reference);
}

test("the cookie gives the reference of its session, among other cookies", async () => {
  const { cookie, handle } = await issue(await open(secrets));
  expect(cookie).toMatch(/^session=s/);
  expect(await handleBy(`theme=dark; ${cookie}; other=1`)).toBe(handle);
});

test("a cookie that an older secret of the ring signed is good, one of another ring is not", async () => {
  const { cookie, handle } = await issue(await open(secrets.slice(1)));
  expect(await handleBy(cookie)).toBe(handle);
  expect(await handleBy(cookie, secrets.slice(0, 1))).toBeUndefined();
});

test("a cookie that express-session made of the ring's secret is good", async () => {
  const [secret = ""] = createKeyRing(secrets).cookieSecrets;
  const id = "a".repeat(43);
  const mac = createHmac("sha256", secret).update(id).digest("base64").replace(/=+$/, "");
  expect(await handleBy(`session=${encodeURIComponent(`s:${id}.${mac}`)}`)).toBe(handleOf(storeKey(id)));
});

test("no cookie, another's name and a tampered one give nothing", async () => {
  const { cookie } = await issue(await open(secrets));
  const changed = cookie.replace(
    /=s(%3A|:)(.)/,
    (_, colon, first) => `=s${colon}${first === "_" ? "-" : "_"}`,
  );
  for (const bad of ["", "session=", "session=%E0%A4%A", "session=s:", "session=s:x", changed, `${cookie}x`])
    expect(await handleBy(bad), bad).toBeUndefined();
  expect(await handleBy(cookie, secrets, true)).toBeUndefined();
});
