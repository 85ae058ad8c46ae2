import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import type { ApiCall, ScriptedAnswer } from "../support/api-tap.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const canary = "upstream-canary-5f3c";

startWithAnna();

const html = { "content-type": "text/html" };
const json = { "content-type": "application/json" };

/** What an API may answer instead of what was asked for. */
const answers: Readonly<Record<string, ScriptedAnswer>> = {
  "500": { status: 500, body: `{"message":"${canary}"}` },
  "an HTML page": { status: 200, headers: html, body: `<!doctype html><h1>${canary}</h1>` },
  "deep JSON": { status: 200, headers: json, body: "[".repeat(50_000) + "]".repeat(50_000) },
  "polluting keys": {
    status: 200,
    headers: json,
    body: `{"__proto__":{"polluted":"${canary}"},"constructor":{"prototype":{"polluted":1}}}`,
  },
  "403": { status: 403, body: `{"message":"${canary}"}` },
  "a redirect": { status: 302, headers: { location: "http://169.254.169.254/latest" }, body: "" },
};

const isRead = ({ method }: ApiCall) => method === "GET";

function expectShell(page: Page): void {
  expect(page.$("nav[aria-label=Main] a").length).toBeGreaterThan(5);
  expect(page.$("form[method=post][action='/logout']").length).toBeGreaterThanOrEqual(1);
  expect(page.$("title").text()).toMatch(/^Customer Portal - /);
}

describe.each(Object.keys(answers))("an API that answers with %s", (kind) => {
  it.each([
    ["/dashboard", 200],
    ["/switch-account", 200],
  ])(
    "leaves %s a designed page in a shell that works, and none of it is shown or logged",
    async (path, status) => {
      const before = world.portal.log.length;
      const page = await world.api.answering(isRead, answers[kind], () => anna.get(path));
      expect(page.status).toBe(status);
      expectShell(page);
      expect(page.$("h1").length).toBe(1);
      expect(page.text).not.toContain(canary);
      expect(page.text).not.toMatch(/\bat .*\(.*:\d+:\d+\)|127\.0\.0\.1:\d+\/Client/);
      if (path !== "/dashboard") return;
      expect(textOf(page)).toContain("There was an error loading latest tickets.");
      expect(textOf(page)).toContain("There was an error loading notifications.");
      const reference = page.headers.get("x-request-id") ?? "none";
      expect(page.$("main code").first().text()).toBe(reference);
      const lines = () => world.portal.log.slice(before);
      await expect
        .poll(() =>
          lines()
            .filter((line) => line.requestId === reference)
            .map(({ msg }) => msg),
        )
        .toContain("panel failed");
      expect(JSON.stringify(lines())).not.toContain(canary);
    },
  );
});

describe("an API that is down", () => {
  it("leaves the dashboard standing, and is used again without a restart", async () => {
    world.provider.faults.add({ kind: "down", path: "/api", delayMs: 0 });
    const page = await anna.get("/dashboard");
    world.provider.faults.clear();
    expect(page.status).toBe(200);
    expectShell(page);
    expect(textOf(page)).toContain("There was an error loading latest tickets.");
    expect(textOf(await anna.get("/dashboard"))).not.toContain("There was an error");
  });

  it("doesn't make the portal unhealthy", async () => {
    world.provider.faults.add({ kind: "down", path: "/api", delayMs: 0 });
    const [health, ready] = [await anna.get("/healthz"), await anna.get("/readyz")];
    world.provider.faults.clear();
    expect([health.status, ready.status]).toEqual([200, 200]);
  });

  it("is asked a second time for a read, never for a write", async () => {
    world.provider.faults.add({
      kind: "down",
      path: "/api/SupportTicket/MyLatestTickets",
      calls: 1,
      delayMs: 0,
    });
    const page = await anna.get("/dashboard");
    expect(textOf(page)).not.toContain("There was an error loading latest tickets.");
    world.provider.faults.add({ kind: "down", path: "/api/EventLog", delayMs: 0 });
    const from = world.api.calls.length;
    await anna.get("/tickets");
    const writes = () => world.api.calls.slice(from).filter(({ method }) => method === "POST").length;
    await expect.poll(writes, { timeout: 10_000 }).toBe(1);
    await anna.get("/no-such-page");
    await expect.poll(writes, { timeout: 10_000 }).toBe(2);
    world.provider.faults.clear();
  });
});

it("a call to an API that hangs is aborted when the browser leaves", async () => {
  const from = world.api.abandoned.length;
  const leaving = new AbortController();
  const asked: ApiCall[] = [];
  const hold = (call: ApiCall) => {
    if (!isRead(call)) return undefined;
    asked.push(call);
    return new Promise<undefined>(() => {});
  };
  await world.api.scripted(hold, async () => {
    const gone = fetch(`${world.portal.url}/dashboard`, {
      headers: { cookie: `session=${anna.cookie("session")}` },
      signal: leaving.signal,
    }).catch((error: unknown) => (error as Error).name);
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    leaving.abort();
    expect(await gone).toBe("AbortError");
    await expect
      .poll(() => world.api.abandoned.slice(from), { timeout: 2_000 })
      .toContain("/SupportTicket/MyLatestTickets");
  });
});

it("an API that refuses the account doesn't sign anyone out", async () => {
  const visitor = await signedIn(world, "ben");
  await world.api.answering(isRead, answers["403"], () => visitor.get("/dashboard"));
  expect((await visitor.get("/dashboard")).status).toBe(200);
});

describe("the error page", () => {
  // Anyone can request this address, so a 500 would let strangers raise the alert PortalErrors.
  it("is no error itself, says once that something went wrong, and repeats no text from its address", async () => {
    const page = await world.visitor().get("/error?reason=<b>hello</b>&message=hello");
    expect([page.status, page.$("h1").text()]).toEqual([200, "Something went wrong"]);
    expect(page.text).not.toContain("hello");
    expect(page.$("main").text().split("Something went wrong")).toHaveLength(2);
  });
});

it("a page without the role, and a call that the API forbids, lead to the help desk", async () => {
  const ben = await signedIn(world, "ben", "1001");
  const forbidden = await world.api.answering("/Invoice/Details", { status: 403, body: "" }, () =>
    anna.get("/invoices/410324"),
  );
  for (const { status, $ } of [await ben.get("/account/contacts"), forbidden]) {
    expect(status).toBe(403);
    expect([$("main a[href^='tel:']").length, $("main a[href^='mailto:']").length]).toEqual([1, 1]);
  }
});
