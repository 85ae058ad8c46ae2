import { describe, expect, it } from "vitest";
import { emails } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const ben = "ben.osei@harbourpine.example";

describe("signing out", () => {
  it("tells the API, ends the session, clears the browser's data and goes to the identity provider", async () => {
    const visitor = world.visitor();
    await visitor.signIn(ben);
    const cookie = visitor.cookie("session") ?? "";
    const [answer, calls] = await world.api.record(() => visitor.post("/logout"));
    const logout = calls.filter(({ path }) => path === "/logout");
    expect(logout.map(({ method, body }) => [method, body])).toEqual([["POST", "null"]]);
    expect(logout[0]?.headers["authorization"]).toMatch(/^Bearer ey/);
    expect(logout[0]?.headers["x-client-id"]).toBe("1001");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(answer.headers.getSetCookie().join()).toMatch(/session=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/);
    expect(answer.location).toContain(`${world.provider.url}/customer/`);
    expect(answer.location).not.toMatch(/id_token|eyJ/);
    const thief = world.visitor();
    thief.setCookie("session", cookie);
    expect((await thief.get("/dashboard")).location).toBe("/login");
  });

  it("ends on the signed-out page, and the identity provider asks for the password again", async () => {
    const visitor = world.visitor();
    await visitor.signIn(ben);
    const page = await visitor.follow(await visitor.post("/logout"));
    expect([page.url, page.status]).toEqual([`${world.portal.url}/logout`, 200]);
    expect(page.$("h1").text()).toBe("You've signed out");
    expect(page.$("title").text()).toBe("Customer Portal - Signed out");
    expect(page.$("a:contains('Sign in again')").attr("href")).toBe("/login");
    const again = await visitor.follow(
      await visitor.submit(await visitor.get("/login"), "form[action='/login']"),
    );
    expect(again.$("input[type=password]").length).toBe(1);
  });

  it("in another tab stops a form that is sent afterwards, and the sign-in page says so", async () => {
    const visitor = world.visitor();
    await visitor.signIn(ben);
    const form = await visitor.get("/tickets/new/account");
    await visitor.post("/logout");
    const typed = { subject: "Too late", message: "There was more" };
    const login = await visitor.follow(await visitor.submit(form, "#new-ticket", typed));
    expect(login.url).toBe(`${world.portal.url}/login`);
    expect(textOf(login)).toContain("your form wasn't sent, and we couldn't keep what you typed");
    expect(textOf(await world.visitor().open("/dashboard"))).not.toContain("You'd been signed out");
  });

  it("works for employees, at the employees' identity provider", async () => {
    const visitor = world.visitor();
    await visitor.signIn("ella.reid@provider.example", { employee: true });
    const answer = await visitor.post("/logout");
    expect(answer.location).toContain("/employee/");
    const page = await visitor.follow(answer);
    expect(page.url).toBe(`${world.portal.url}/logout`);
  });

  it("keeps the query in the link back to the sign-in page", async () => {
    const page = await world.visitor().get("/logout?employee");
    expect(page.$("a:contains('Sign in again')").attr("href")).toMatch(/^\/login\?employee=?$/);
  });

  it.each(["down", "nonsense"] as const)(
    "succeeds while the API's answer is %s: that is only logged",
    async (kind) => {
      const visitor = world.visitor();
      await visitor.signIn(ben);
      world.provider.faults.add({ kind, path: "/api/logout", delayMs: 0 });
      const before = world.portal.log.length;
      const page = await visitor.follow(await visitor.post("/logout"));
      world.provider.faults.clear();
      expect(page.$("h1").text()).toBe("You've signed out");
      expect((await visitor.get("/dashboard")).location).toBe("/login");
      const logged = world.portal.log
        .slice(before)
        .filter(({ msg }) => msg?.includes("during logout session"));
      // The answer may be any JSON, so nonsense isn't a failure.
      const expected = kind === "nonsense" ? 0 : 1;
      expect(logged.map(({ level }) => level)).toEqual(Array(expected).fill("warn"));
    },
  );

  it("by a link signs nobody out: the page asks", async () => {
    const visitor = world.visitor();
    await visitor.signIn(ben);
    const page = await visitor.get("/logout");
    expect([page.status, page.$("h1").text()]).toEqual([200, "Logout"]);
    expect((await visitor.get("/dashboard")).status).toBe(200);
    const out = await visitor.follow(await visitor.submit(page, "main form"));
    expect(out.$("h1").text()).toBe("You've signed out");
  });

  it("twice has one effect", async () => {
    const visitor = world.visitor();
    await visitor.signIn(ben);
    const [answers, calls] = await world.api.record(() =>
      Promise.all([visitor.post("/logout"), visitor.post("/logout")]),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(calls.filter(({ path }) => path === "/logout").length).toBeLessThanOrEqual(2);
    const third = await visitor.post("/logout");
    expect([third.status, third.location]).toEqual([303, "/logout"]);
  });

  it("of one browser leaves the others signed in", async () => {
    const [one, other] = [world.visitor(), world.visitor()];
    await one.signIn(ben);
    await other.signIn("carla.mendes@brightwater.example");
    await one.post("/logout");
    expect((await other.get("/dashboard")).status).toBe(200);
  });
});

describe("where you are signed in", () => {
  /** Two browsers with sessions of this person, who has no other session. */
  async function twoBrowsersOf(email: string) {
    const [here, there] = [world.visitor(), world.visitor()];
    await here.signIn(email);
    await here.post("/account/sessions", { session: "others" });
    await here.get("/account/sessions");
    await there.signIn(email);
    return { here, there };
  }

  it("lists the person's sessions, and ends one of the others", async () => {
    const { here, there } = await twoBrowsersOf(emails.carla);
    const stranger = world.visitor();
    await stranger.signIn(emails.ben);
    const page = await here.get("/account/sessions");
    expect([page.status, page.$("h1").text()]).toEqual([200, "Where you're signed in"]);
    expect(page.$("a[href='/account/sessions']").text()).toContain("Where you're signed in");
    const rows = page.$("main tbody tr");
    expect(rows.length).toBe(2);
    expect(rows.eq(0).text()).toMatch(/This browser(\d\d\/\d\d\/\d{4} \d\d:\d\d){2}$/);
    expect(rows.eq(0).find("form").length).toBe(0);
    const session = rows.eq(1).find("button").attr("value") ?? "";
    const done = await here.follow(await here.post("/account/sessions", { session }));
    expect(done.text).toContain("Signed out there.");
    expect(done.$("main tbody tr").length).toBe(1);
    expect((await there.get("/dashboard")).location).toBe("/login");
    expect((await here.get("/dashboard")).status).toBe(200);
    await here.post("/account/sessions", { session: "others" });
    expect((await stranger.get("/dashboard")).status).toBe(200);
  });

  it("ends all other sessions, or all", async () => {
    const { here, there } = await twoBrowsersOf(emails.dev);
    const everywhereElse = await here.follow(await here.post("/account/sessions", { session: "others" }));
    expect(everywhereElse.text).toContain("Signed out everywhere else.");
    expect((await there.get("/dashboard")).location).toBe("/login");
    there.clearCookies();
    await there.signIn(emails.dev);
    const answer = await here.post("/account/sessions", { session: "all" });
    expect([answer.status, answer.location]).toEqual([307, "/logout"]);
    const out = await here.follow(await here.post("/logout"));
    expect(out.$("h1").text()).toBe("You've signed out");
    expect((await there.get("/dashboard")).location).toBe("/login");
  });

  it("doesn't end another person's session, whatever is posted", async () => {
    const { here } = await twoBrowsersOf(emails.carla);
    const stranger = world.visitor();
    await stranger.signIn(emails.ben);
    const theirs = (await stranger.get("/account/sessions")).$("main tbody tr").length;
    for (const session of ["", "x", "others"]) await here.post("/account/sessions", { session });
    expect((await stranger.get("/account/sessions")).$("main tbody tr").length).toBe(theirs);
  });
});
