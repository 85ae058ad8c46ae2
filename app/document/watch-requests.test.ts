import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchRequests } from "./watch-requests.ts";

const SECOND = 1_000;
const url = "http://portal.example/tickets.data";
const ok = () => new Response("", { headers: { "X-Remix-Response": "yes" } });
const unavailable = (retryAfter: string) =>
  new Response("", { status: 503, headers: { "X-Remix-Response": "yes", "Retry-After": retryAfter } });

let answers: (Response | Error)[];
let asked: number;
const assign = vi.fn();
let browser: EventTarget & { fetch: typeof fetch; onLine: boolean };
beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  const send = () => {
    asked += 1;
    const answer = answers.shift() ?? ok();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const navigation = { state: "loading", location: { pathname: "/invoices", search: "?page=2", hash: "" } };
  const router = { state: { location: { pathname: "/tickets", search: "" }, navigation } };
  browser = Object.assign(new EventTarget(), {
    fetch: send as typeof fetch,
    onLine: true,
    __remixRouter: router,
  });
  vi.stubGlobal("window", browser);
  vi.stubGlobal("navigator", browser);
  vi.stubGlobal("location", Object.assign(new URL(url), { assign }));
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  watchRequests();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads the data of the page that's shown. */
const reload = () => browser.fetch(url, { signal: new AbortController().signal });
/** Loads the data of another page. */
const open = () =>
  browser.fetch("http://portal.example/invoices.data", { signal: new AbortController().signal });

it.each([
  ["as long as the portal asks for", "20", 20],
  ["not for a day, whoever asks for it", "86400", 60],
  ["a second if nobody asks for more", "soon", 1],
])("a reload that failed waits %s", async (_, retryAfter, seconds) => {
  answers = [unavailable(retryAfter)];
  const reloaded = reload();
  await vi.advanceTimersByTimeAsync(seconds * SECOND - 1);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([asked, (await reloaded).status]).toEqual([2, 200]);
});

it("a reload that something else than the application answered is tried again", async () => {
  answers = [new Response("<h1>Sign in to this Wi-Fi")];
  const reloaded = reload();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect([asked, (await reloaded).headers.has("X-Remix-Response")]).toEqual([2, true]);
});

it("a link that the network doesn't answer waits for it, and its script with it", async () => {
  answers = [new TypeError("Failed to fetch"), new TypeError("Failed to fetch")];
  browser.onLine = false;
  const opened = open();
  browser.dispatchEvent(new Event("routescriptfailed"));
  await vi.advanceTimersByTimeAsync(24 * 3_600 * SECOND);
  expect([asked, assign.mock.calls]).toEqual([1, []]);
  browser.onLine = true;
  browser.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(3 * SECOND);
  expect([asked, (await opened).status, assign.mock.calls]).toEqual([3, 200, [["/invoices?page=2"]]]);
});

it.each([unavailable("20"), new Response("<h1>Bad Gateway", { status: 502 })])(
  "a link that anything answers waits for nothing",
  async (answer) => {
    answers = [answer];
    expect([await open(), asked]).toEqual([answer, 1]);
  },
);

it("a form with files whose sending is cancelled ends", async () => {
  class Request {
    upload = {};
    onabort?: () => void;
    open() {}
    send() {}
    abort() {
      this.onabort?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  const body = new FormData();
  body.set("files", new File(["x"], "x.txt"));
  const leaving = new AbortController();
  const sent = browser.fetch(url, { method: "POST", body, signal: leaving.signal });
  const outcome = expect(sent).rejects.toThrow("This operation was aborted");
  leaving.abort();
  await outcome;
});

it("a reload that failed waits for the connection, however long it is away, and no longer", async () => {
  answers = [unavailable("1")];
  browser.onLine = false;
  const reloaded = reload();
  await vi.advanceTimersByTimeAsync(24 * 3_600 * SECOND);
  expect(asked).toBe(1);
  browser.dispatchEvent(new Event("online"));
  expect((await reloaded).status).toBe(200);
});

it("a reload that is cancelled asks no more", async () => {
  answers = [unavailable("1")];
  const leaving = new AbortController();
  const reloaded = browser.fetch(url, { signal: leaving.signal });
  const outcome = expect(reloaded).rejects.toThrow("This operation was aborted");
  await vi.advanceTimersByTimeAsync(10);
  leaving.abort();
  await outcome;
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(asked).toBe(1);
});
