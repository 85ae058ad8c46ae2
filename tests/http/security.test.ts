import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { send } from "../support/raw.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import { textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, sql, world, type World } from "../support/world.ts";

startWithAnna();
let nobody: Visitor;
beforeAll(() => {
  nobody = world.visitor();
});

const form = "application/x-www-form-urlencoded";

describe("the content security policy", () => {
  it("has a new nonce in each response, on every script of the page", async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const page = await anna.get("/dashboard");
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(page.headers.get("content-security-policy") ?? "") ?? [];
      expect(Buffer.from(nonce, "base64").length).toBe(16);
      seen.add(nonce);
      const inline = page.$("script:not([src])");
      expect(inline.length).toBeGreaterThan(0);
      for (const script of inline.toArray()) expect(page.$(script).attr("nonce")).toBe(nonce);
      expect(page.text).not.toMatch(/ on(?:click|load|error)=|<style/);
      expect(page.$("[style]").length).toBe(0);
    }
    expect(seen.size).toBe(3);
  });

  it("lets forms go to the portal, and on to the identity provider", async () => {
    const policy = (await nobody.get("/login")).headers.get("content-security-policy") ?? "";
    const [, targets = ""] = /form-action ([^;]+)/.exec(policy) ?? [];
    expect(new Set(targets.split(" "))).toEqual(new Set(["'self'", world.provider.url]));
    for (const directive of ["base-uri 'none'", "frame-ancestors 'none'", "style-src 'self'"])
      expect(policy).toContain(directive);
  });
});

describe("over https, behind a proxy", () => {
  const proxied = { host: "portal.example", "x-forwarded-proto": "https" };
  let secure: World;
  beforeAll(async () => {
    secure = await createWorld({ environment: { PUBLIC_URL: "https://portal.example", TRUST_PROXY: "1" } });
  });
  afterAll(() => secure.close());

  it("every cookie is Secure, and the visit cookie is bound to this host", async () => {
    const headers = { ...proxied, origin: "https://portal.example", "content-type": form };
    const reply = await send(secure.portal.url, {
      method: "POST",
      path: "/login",
      headers,
      body: ["returnTo=%2F"],
    });
    const cookies = reply.headers["set-cookie"] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
    const visit = cookies.find((line) => line.includes("visit="));
    expect(visit).toMatch(/^__Host-visit=/);
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(visit).toContain(attribute);
    expect(visit).not.toMatch(/Domain=/i);
  });
});

describe("caches", () => {
  it("keep no page that is asked for under the name of a file", async () => {
    for (const path of ["/dashboard/x.css", "/account/contacts/photo.png", "/dashboard%2fx.js"]) {
      const { headers } = await anna.get(path);
      expect(headers.get("cache-control")).toContain("no-store");
    }
  });

  it("keep hashed files for a year, which set no cookies", async () => {
    const built = (await nobody.get("/login")).$("link[rel=stylesheet]").attr("href") ?? "";
    const { headers } = await nobody.get(built);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.getSetCookie()).toEqual([]);
  });
});

describe("a post", () => {
  const portalOrigin = () => world.portal.url;
  const matrix: readonly (readonly [string, Readonly<Record<string, string>>, boolean])[] = [
    ["from a page of the portal", { origin: "own", "sec-fetch-site": "same-origin" }, true],
    ["from the person directly", { origin: "own", "sec-fetch-site": "none" }, true],
    ["from an old browser", { origin: "own" }, true],
    ["from a client that is no browser", {}, true],
    ["from another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, false],
    ["from another site in an old browser", { origin: "https://evil.example" }, false],
    ["from a sibling site", { origin: "own", "sec-fetch-site": "same-site" }, false],
    ["that hides its origin", { origin: "null" }, false],
    ["that hides its origin, cross-site", { origin: "null", "sec-fetch-site": "cross-site" }, false],
    ["with a garbled origin", { origin: "::::" }, false],
    ["with another scheme", { origin: "https-own" }, false],
    ["with another port", { origin: "port" }, false],
    ["that says cross-site without an origin", { "sec-fetch-site": "cross-site" }, false],
  ];
  const originOf: Record<string, () => string> = {
    own: portalOrigin,
    "https-own": () => portalOrigin().replace("http:", "https:"),
    port: () => `${portalOrigin().replace(/:\d+$/, "")}:1`,
  };

  it.each(matrix)("%s (%o) is let in: %s", async (_, sent, allowed) => {
    const visitor = await signedIn(world, "ben");
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        name,
        name === "origin" ? (originOf[value]?.() ?? value) : value,
      ]),
    );
    const [page, calls] = await world.api.record(() =>
      visitor.send("/logout", { method: "POST", body: "", headers: { "content-type": form, ...headers } }),
    );
    expect(page.status).toBe(allowed ? 303 : 403);
    expect((await visitor.get("/dashboard")).status).toBe(allowed ? 302 : 200);
    if (allowed) return;
    expect(page.$("h1").text()).toBe("This form came from somewhere else");
    expect(textOf(page)).toContain(page.headers.get("x-request-id"));
    expect(calls.filter(({ path }) => path === "/logout")).toEqual([]);
  });

  it("from another site is refused at every address, also as a data request", async () => {
    for (const path of [
      "/login",
      "/cookies",
      "/appearance",
      "/switch-account",
      "/logout.data",
      "/no-such-page",
    ]) {
      const page = await anna.post(path, {}, { origin: "https://evil.example" });
      expect([path, page.status]).toEqual([path, 403]);
    }
  });
});

describe("the log and the HTML", () => {
  it("hold no token, key, password or cookie, and the log no email address", async () => {
    const visitor = await signedIn(world, "carla");
    const pages = [
      await visitor.get("/dashboard"),
      await visitor.get("/dashboard.data"),
      await visitor.get("/tickets"),
    ];
    const tokens = world.api.calls
      .map(({ headers }) => String(headers["authorization"] ?? ""))
      .filter((header) => header.startsWith("Bearer "))
      .map((header) => header.slice("Bearer ".length));
    expect(tokens.length).toBeGreaterThan(0);
    await visitor.get(`/login/callback?code=code-canary&state=state-canary`);
    await visitor.post("/switch-account", { account: "typed-canary" });
    const log = JSON.stringify(world.portal.log);
    const cookie = decodeURIComponent(visitor.cookie("session") ?? "none");
    const secrets = [
      ...tokens.map((token) => token.slice(-20)),
      world.environment["PORTAL_API_KEY"] ?? "",
      world.environment["CUSTOMER_CLIENT_SECRET"] ?? "",
      world.environment["SESSION_SECRET"] ?? "",
      cookie.slice(2, 30),
      "Portal-demo-1",
      "code-canary",
      "state-canary",
      "typed-canary",
    ];
    for (const secret of [...secrets, ...Object.values(emails)]) expect(log).not.toContain(secret);
    for (const page of pages) for (const secret of secrets) expect(page.text).not.toContain(secret);
  });

  it("can't be forged: each line of the log is JSON with a level and a time", async () => {
    await anna.get("/dashboard?note=%0a%7B%22level%22%3A%22fatal%22%7D", {
      "user-agent": '"}\n{"level":"fatal","msg":"forged"}'.replace(/\n/g, ""),
      "x-request-id": "short",
    });
    expect(world.portal.log.length).toBeGreaterThan(0);
    for (const line of world.portal.log) {
      expect(line.level).toMatch(/^(debug|info|warn|error)$/);
      expect(Date.parse(String(line["time"]))).not.toBeNaN();
      expect(line.msg).not.toBe("forged");
    }
  });

  it("show markup from the API's fields as text", async () => {
    const hostile = `<img src=x onerror=alert(1)></script><script>alert(1)</script>\u2028"'{{7*7}}`;
    const now = Date.now();
    sql`INSERT INTO notifications (client_id, type, subject, message, priority, issued_by, status, issued_at, archive_at)
      VALUES ('1001', 'General', ${hostile}, 'x', 1, 'x', 0, ${now + 1_000}, ${now + 86_400_000})`;
    sql`UPDATE accounts SET name = ${hostile} WHERE client_id = '1002'`;
    const visitor = await signedIn(world, "anna", "1001");
    for (const path of ["/dashboard", "/switch-account", "/tickets"]) {
      const page = await visitor.get(path);
      expect(page.$("img[src=x], [onerror]").length).toBe(0);
      expect(
        page
          .$("script")
          .toArray()
          .every((script) => page.$(script).attr("nonce") || page.$(script).attr("src")),
      ).toBe(true);
      expect(page.text.match(/<script>alert/g)).toBeNull();
      expect(page.text).not.toContain("\u2028alert");
    }
    const data = await visitor.get("/dashboard.data");
    expect(data.headers.get("content-type")).not.toContain("html");
  });
});
