import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import express from "express";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createKeyRing } from "./seal.ts";
import { storeKey } from "./session-backend.ts";
import { handleOf } from "./session-store.ts";
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
async function signIn(sessions: SessionService): Promise<{ cookie: string; handle: string }> {
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

/** The handle of the cookie's session, from its reference. */
async function handleFrom(cookie: string, ring = secrets, secure = false): Promise<string | undefined> {
  const sessions = await open(ring, secure);
  onTestFinished(() => sessions.close());
  const reference = sessions.referenceOf({ headers: { cookie } } as IncomingMessage);
  return reference && handleOf(reference);
}

test("a session's reference is read from its cookie, among other cookies", async () => {
  const { cookie, handle } = await signIn(await open(secrets));
  expect(cookie).toMatch(/^session=s/);
  expect(await handleFrom(`theme=dark; ${cookie}; other=1`)).toBe(handle);
});

test("a cookie signed with an older secret is valid while the ring holds that secret, and not afterwards", async () => {
  const { cookie, handle } = await signIn(await open(secrets.slice(1)));
  expect(await handleFrom(cookie)).toBe(handle);
  expect(await handleFrom(cookie, secrets.slice(0, 1))).toBeUndefined();
});

test("a cookie in the format of express-session is valid, if it is signed with the ring's secret", async () => {
  const [secret = ""] = createKeyRing(secrets).cookieSecrets;
  const id = "a".repeat(43);
  const mac = createHmac("sha256", secret).update(id).digest("base64").replace(/=+$/, "");
  expect(await handleFrom(`session=${encodeURIComponent(`s:${id}.${mac}`)}`)).toBe(handleOf(storeKey(id)));
});

test("a missing cookie, one with another name and an altered one give no reference", async () => {
  const { cookie } = await signIn(await open(secrets));
  const changed = cookie.replace(
    /=s(%3A|:)(.)/,
    (_, colon, first) => `=s${colon}${first === "_" ? "-" : "_"}`,
  );
  for (const bad of ["", "session=", "session=%E0%A4%A", "session=s:", "session=s:x", changed, `${cookie}x`])
    expect(await handleFrom(bad), bad).toBeUndefined();
  expect(await handleFrom(cookie, secrets, true)).toBeUndefined();
});
