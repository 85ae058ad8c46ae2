import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";
import { setUpErrorPages } from "./set-up-error-pages.ts";

/** What a browser gets while the session store is away. */
async function askWhileAway(method: string, path: string) {
  const log = { error: () => undefined };
  const app = express();
  app.use((_req, res, next) => {
    Object.assign(res.locals, { log, requestId: "request-1" });
    next(new SessionStoreUnavailable("away"));
  });
  const server = app
    .use(setUpErrorPages({ clearCookie: ({ res }) => void res?.setHeader("Set-Cookie", "session=") }))
    .listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  const text = (await reply.text()).replaceAll("&#39;", "'");
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "5"]);
  return { text, cookies: reply.headers.getSetCookie() };
}

it("says of a page that was asked for that nothing was lost, and links to it", async () => {
  const { text, cookies } = await askWhileAway("GET", "/tickets?page=2");
  expect(text).toContain("You're still signed in and nothing was lost.");
  expect(text).toContain('href="/tickets?page=2"');
  expect(cookies).toEqual([]);
});

it("says of a form that it may have been saved, and promises nothing", async () => {
  const { text, cookies } = await askWhileAway("POST", "/tickets/60");
  expect(text).toContain("may have been saved. Please check before you send it again.");
  expect(text).not.toMatch(/nothing|still signed in|Try again/i);
  expect(cookies).toEqual([]);
});

it.each(["/logout", "/LOGOUT/"])(
  "signs out this browser at %s, and says the session may still be open",
  async (path) => {
    const { text, cookies } = await askWhileAway("POST", path);
    expect(text).toContain("You've signed out on this browser");
    expect(text).toContain("couldn't end your session on our side");
    expect(cookies).toEqual(["session="]);
  },
);
