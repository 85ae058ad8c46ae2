import type { IncomingMessage } from "node:http";
import express from "express";
import { pino } from "pino";
import { expect, test } from "vitest";
import { sessionReferences } from "./session-reference.ts";
import { keyOf } from "./session-store.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { jane, tokensNamed } from "./testing/test-portal.ts";

const secrets = ["the secret of now, which is long enough", "the secret of before, which is long enough"];

function open(ring: readonly string[]): Sessions {
  const log = pino({ level: "silent" });
  return createSessions({
    store: "sqlite::memory:",
    secrets: ring,
    secure: false,
    idleMinutes: 30,
    maxHours: 8,
    log,
  });
}

/** The cookie of a session as the middleware sets it, and the reference that it gives the session. */
async function issue(sessions: Sessions): Promise<{ cookie: string; reference: string }> {
  const app = express().use(sessions.middleware());
  app.get("/", async (request, response) => {
    const session = sessions.sessionOf(request);
    await session.signIn({ user: jane, tokens: tokensNamed("a") });
    response.end(keyOf(request.sessionID));
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const answer = await fetch(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const reference = await answer.text();
  await new Promise((resolve) => server.close(resolve));
  await sessions.close();
  return { cookie, reference };
}

const withCookie = (cookie: string) => ({ headers: { cookie } }) as IncomingMessage;

test("the cookie gives the reference that the middleware gives, among other cookies", async () => {
  const { cookie, reference } = await issue(open(secrets));
  expect(cookie).toMatch(/^session=s/);
  const referenceOf = sessionReferences({ secrets, secure: false });
  expect(referenceOf(withCookie(`theme=dark; ${cookie}; other=1`))).toBe(reference);
});

test("a cookie that an older secret of the ring signed is good, one of another ring is not", async () => {
  const { cookie, reference } = await issue(open(secrets.slice(1)));
  expect(sessionReferences({ secrets, secure: false })(withCookie(cookie))).toBe(reference);
  expect(
    sessionReferences({ secrets: secrets.slice(0, 1), secure: false })(withCookie(cookie)),
  ).toBeUndefined();
});

test("no cookie, another's name and a tampered one give nothing", async () => {
  const { cookie } = await issue(open(secrets));
  const referenceOf = sessionReferences({ secrets, secure: false });
  const changed = cookie.replace(
    /=s(%3A|:)(.)/,
    (_, colon, first) => `=s${colon}${first === "_" ? "-" : "_"}`,
  );
  for (const bad of ["", "session=", "session=%E0%A4%A", "session=s:", "session=s:x", changed, `${cookie}x`])
    expect(referenceOf(withCookie(bad)), bad).toBeUndefined();
  expect(sessionReferences({ secrets, secure: true })(withCookie(cookie))).toBeUndefined();
});
