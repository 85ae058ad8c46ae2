import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { processOf } from "../support/portal-process.ts";
import { residentMegabytes, send } from "../support/raw.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna({ ownProcess: true });

const formType = "application/x-www-form-urlencoded";
const megabyte = Buffer.alloc(1_048_576, 0x61);

function headers(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    origin: world.portal.url,
    "content-type": formType,
    cookie: `session=${anna.cookie("session")}`,
    ...extra,
  };
}

function* megabytes(count: number): Generator<Buffer | string> {
  yield "account=";
  for (let sent = 0; sent < count; sent += 1) yield megabyte;
}

describe("a body", () => {
  it.each([
    ["chunked", {}],
    ["with its true length", { "content-length": String(200 * megabyte.length + "account=".length) }],
  ])("of 200 MB, %s, is cut off, and memory stays steady", async (_, length) => {
    const before = await residentMegabytes(processOf(world.portal).pid);
    const outcome = await send(world.portal.url, {
      method: "POST",
      path: "/switch-account",
      headers: headers(length),
      body: megabytes(200),
    }).then(
      ({ status, text }) => {
        expect(text).toContain("too much at once");
        return status;
      },
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect([413, "ECONNRESET", "EPIPE"]).toContain(outcome);
    expect((await residentMegabytes(processOf(world.portal).pid)) - before).toBeLessThan(48);
    expect((await anna.get("/dashboard")).status).toBe(200);
  });

  it("that's a little too large is refused with a page that says the limit and that nothing changed", async () => {
    const page = await anna.post("/switch-account", { account: "x".repeat(530_000) });
    expect([page.status, page.$("h1").text()]).toEqual([413, "That's too much at once"]);
    expect(textOf(page)).toContain("512 KB");
    expect(textOf(page)).toContain("Nothing was changed.");
    expect(textOf(page)).toContain(page.headers.get("x-request-id"));
  });

  it("of 10,000 fields is refused", async () => {
    const fields = new URLSearchParams(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, "1"]));
    const page = await anna.post("/switch-account", fields);
    expect([page.status, page.$("h1").text()]).toEqual([413, "That's too much at once"]);
  });

  it("that is compressed is refused unread", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1_048_576));
    const reply = await send(world.portal.url, {
      method: "POST",
      path: "/login",
      headers: headers({ "content-encoding": "gzip" }),
      body: [bomb],
    });
    expect(reply.status).toBe(415);
    expect(/<h1>(.*)<\/h1>/.exec(reply.text)?.[1]).toBe("We couldn&#39;t read that");
  });

  it.each(["application/json", "bogus"])("of type %s is refused", async (type) => {
    const page = await anna.post("/login", { x: "1" }, { "content-type": type });
    expect(page.status).toBe(415);
  });

  it("of many parts that are too large together is refused", async () => {
    const part = `--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n${"x".repeat(60_000)}\r\n`;
    const reply = await send(world.portal.url, {
      method: "POST",
      path: "/switch-account",
      headers: headers({ "content-type": "multipart/form-data; boundary=b" }),
      // The portal still reads and discards this much after its answer; with more it cuts the connection.
      body: [...Array.from({ length: 12 }, () => part), "--b--\r\n"],
    });
    expect(reply.status).toBe(413);
  });

  it.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x",
    `multipart/form-data; boundary="${"b".repeat(300)}"`,
  ])("that does not match its content type (%s) is refused", async (type) => {
    const page = await anna.send("/switch-account", {
      method: "POST",
      headers: { origin: world.portal.url, "content-type": type },
      body: "--x\r\nContent-Disposition: form-data; name=account\r\n\r\n1002",
    });
    expect([page.status, page.$("h1").text()]).toEqual([400, "We couldn't read that form"]);
  });

  it.each([
    "__proto__=x&__proto__[polluted]=1&account=1001",
    "constructor[prototype][polluted]=1&account=1001",
    "account=1001&account=1002",
    "account%5B%5D=1001",
    "%E0%A4%A=1&account=1001",
    "account=1001%00",
  ])("with the fields %s pollutes no prototype", async (body) => {
    const page = await anna.send("/switch-account", {
      method: "POST",
      body,
      headers: { origin: world.portal.url, "content-type": formType },
    });
    expect([303, 400]).toContain(page.status);
    const after = await anna.get("/dashboard");
    expect([after.status, after.text.includes("polluted")]).toEqual([200, false]);
  });

  it("with unknown fields is accepted, and the API gets none of them", async () => {
    const fields = {
      account: "1001",
      role: "admin",
      roles: "1001-Orders",
      clientId: "1003",
      "user.email": "x",
    };
    const [page, calls] = await world.api.record(() => anna.post("/switch-account", fields));
    expect(page.status).toBe(303);
    expect(JSON.stringify(calls.map(({ query, body }) => [`${query}`, body]))).not.toMatch(/admin|1003/);
  });
});

describe("a request", () => {
  // The error page mustn't repeat the address, e.g. in a link to try again.
  it("whose path a browser would take for another host is refused", async () => {
    const reply = await send(world.portal.url, { path: "//evil.example/export.csv" });
    expect([reply.status, reply.text.includes("evil.example")]).toEqual([400, false]);
  });

  it.each(["evil.example", "localhost@evil.example"])(
    "for the wrong host %j is refused; a 421 links to the right address",
    async (host) => {
      const reply = await send(world.portal.url, { path: "/login", headers: { host } });
      expect([400, 421]).toContain(reply.status);
      expect(reply.text).not.toContain("evil.example");
      if (reply.status === 421) expect(reply.text).toContain(`href="${world.portal.url}"`);
    },
  );

  it("can't change the portal's address by X-Forwarded headers", async () => {
    const visitor = world.visitor();
    const forged = {
      "x-forwarded-host": "evil.example:99",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
    };
    const page = await visitor.post("/login", {}, forged);
    const target = new URL(page.location ?? "");
    expect(target.searchParams.get("redirect_uri")).toBe(`${world.portal.url}/login/callback`);
  });

  it.each(["PUT", "TRACE", "PROPFIND"])(
    "with the method %s is answered with 405 and the allowed methods",
    async (method) => {
      const reply = await send(world.portal.url, { method, path: "/dashboard" });
      expect([reply.status, reply.headers["allow"]]).toEqual([405, "GET, HEAD, POST"]);
    },
  );

  it("with HEAD gets the page's status and no body", async () => {
    const reply = await send(world.portal.url, { method: "HEAD", path: "/login" });
    expect([reply.status, reply.text]).toEqual([200, ""]);
  });

  it("by POST where nothing takes posts gets a 405 page, or 404 for an unknown address", async () => {
    for (const path of ["/account/activity", "/tickets", "/no-such-page"]) {
      const page = await anna.post(path, { x: "1" });
      expect([path, page.status]).toEqual([path, path === "/no-such-page" ? 404 : 405]);
      if (page.status === 405) expect(textOf(page)).toContain("Nothing was changed.");
      expect(page.$("h1").text()).not.toBe("");
    }
    expect((await anna.post("/", { x: "1" })).location).toBe("/dashboard");
  });

  it.each(["s%3Aabc.def", "x".repeat(3_000), "%E0%A4%A"])(
    "with the invalid session cookie %j counts as not signed in",
    async (value) => {
      const visitor = world.visitor();
      visitor.setCookie("session", value);
      expect((await visitor.get("/dashboard")).location).toBe("/login");
      expect((await visitor.get("/login")).status).toBe(200);
    },
  );

  it("with a tampered session cookie counts as not signed in, and the real cookie still works", async () => {
    const cookie = anna.cookie("session") ?? "";
    const thief = world.visitor();
    thief.setCookie(
      "session",
      cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    );
    expect((await thief.get("/dashboard")).location).toBe("/login");
    expect((await anna.get("/dashboard")).status).toBe(200);
  });

  it("with odd preference cookies gets the ordinary page", async () => {
    const visitor = world.visitor();
    visitor.setCookie("theme", "__proto__");
    visitor.setCookie("cookie-choice", "constructor");
    visitor.setCookie("no-access", "toString");
    expect((await visitor.get("/login")).$("html").attr("data-theme")).toBeUndefined();
    const out = await visitor.open("/logout");
    expect([out.status, new URL(out.url).search]).toEqual([200, "?mode=hasNoRoles"]);
    expect(visitor.cookie("no-access")).toBeUndefined();
  });

  it("sent fifty times at once has the effect of one", async () => {
    const visitor = await signedIn(world, "anna");
    const [pages, calls] = await world.api.record(() =>
      Promise.all(Array.from({ length: 50 }, () => visitor.post("/switch-account", { account: "1002" }))),
    );
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([303]));
    const entered = calls.filter(({ path }) => path === "/Client/GetSummaryDetails");
    expect(new Set(entered.map(({ headers: sent }) => sent["x-client-id"]))).toEqual(new Set(["1002"]));
    expect(textOf(await visitor.get("/dashboard"))).toContain("Harbour & Pine (Retail) Ltd");
  });

  it("makes the portal print nothing but its log", () => {
    expect(processOf(world.portal).otherOutput).toEqual([]);
  });
});
