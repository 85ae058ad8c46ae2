import { describe, expect, it } from "vitest";
import { textOf, type Page, type Visitor } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const anna = "anna.archer@harbourpine.example";
const choiceForm = "form:has(input[type=radio])";

async function signedIn(email: string): Promise<readonly [Visitor, Page]> {
  const visitor = world.visitor();
  return [visitor, await visitor.signIn(email)] as const;
}

const choose = (visitor: Visitor, account: string) => visitor.post("/switch-account", { account });
/** While `during` runs, these are the accounts of whoever asks. */
const withAccounts = <T>(accounts: readonly object[], during: () => Promise<T>) =>
  world.api.scripted(
    ({ path }) => (path === "/Client/MyAccounts" ? { body: JSON.stringify(accounts) } : undefined),
    during,
  );
const optionsOn = ({ $ }: Page) =>
  $(`${choiceForm} label`)
    .map((_, label) => $(label).text())
    .get();
const currentOf = async (visitor: Visitor) =>
  textOf(await visitor.get("/dashboard")).replace(/.*Account name ?/, "");

describe("Choose Account", () => {
  it("lists each account with its unread notifications, and leads on by Continue", async () => {
    const [visitor, page] = await signedIn(anna);
    expect(page.$("title").text()).toBe("Customer Portal - Choose Account");
    expect(optionsOn(page)).toEqual(["Harbour & Pine (Retail) Ltd", "Harbour & Pine Ltd"]);
    expect(textOf(page)).not.toContain("pending validation");
    const count = world.provider.db.prepare(
      "SELECT count(*) AS n FROM notifications WHERE client_id = ? AND status = 0",
    );
    for (const id of ["1001", "1002"]) {
      const { n } = count.get(id) as { n: number };
      expect(textOf(page)).toContain(`${n} unread notification${n === 1 ? "" : "s"}`);
    }
    expect(page.$("button:contains('Continue')").length).toBe(1);
    const next = await visitor.submit(page, choiceForm, { account: "1002" });
    expect([next.status, next.location]).toEqual([303, "/dashboard"]);
    expect(await currentOf(visitor)).toMatch(/^Harbour & Pine \(Retail\) Ltd/);
  });

  it("leads back to the dashboard only when there is a current account", async () => {
    const [visitor, first] = await signedIn(anna);
    expect(first.$("main a[href='/dashboard']").length).toBe(0);
    expect((await visitor.get("/dashboard")).location).toBe("/switch-account");
    await choose(visitor, "1001");
    world.provider.db.exec("UPDATE notifications SET status = 1 WHERE client_id = '1001'");
    const again = await visitor.get("/switch-account");
    expect(again.$("main a[href='/dashboard']").text()).toBe("Back");
    expect(textOf(again)).toContain("Current account · No unread notifications");
  });

  it("asks for nothing but the counts while the session knows the accounts", async () => {
    const [visitor] = await signedIn(anna);
    const [, calls] = await world.api.record(() => visitor.get("/switch-account"));
    const asked = calls.filter(({ method }) => method === "GET").map(({ path }) => path);
    expect(asked).toEqual(["/Notification/UnreadCount"]);
  });

  it("has a box to find one only among more than 8", async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      clientId: `${index}`,
      name: `Company ${index}`,
    }));
    const [, few] = await withAccounts(many.slice(0, 8), () => signedIn(anna));
    const [visitor, all] = await withAccounts(many, () => signedIn(anna));
    expect([few.$("input[name=filter]").length, all.$("input[name=filter]").length]).toEqual([0, 1]);
    const found = await visitor.get("/switch-account?filter=%20COMPANY%207");
    expect(optionsOn(found)).toEqual(["Company 7"]);
    expect(textOf(await visitor.get("/switch-account?filter=zzz"))).toContain("No account matches ‘zzz’.");
  });

  it("says so when nothing was chosen, with the page as it was", async () => {
    const [visitor, page] = await signedIn(anna);
    const answer = await visitor.submit(page, choiceForm);
    expect(answer.status).toBe(400);
    expect(answer.$("main a[href='#account-0']").text()).toBe("Choose an account");
    expect(answer.$("#account-error").text()).toContain("Choose an account");
    expect(answer.$("input[type=radio]#account-0").length).toBe(1);
    expect(answer.$("input[type=radio]").length).toBe(2);
  });

  it.each(["1003", "9999", "", "1001 ", "1001'--", "__proto__", "constructor", "../1001", "1001\0"])(
    "refuses %j, which is none of the user's",
    async (account) => {
      const [visitor] = await signedIn(anna);
      await choose(visitor, "1001");
      const [answer, calls] = await world.api.record(() => choose(visitor, account));
      expect(answer.status).toBe(400);
      expect(textOf(answer)).toContain("Choose one of your accounts");
      expect(calls.some(({ headers }) => headers["x-client-id"] === account)).toBe(false);
      expect(await currentOf(visitor)).toMatch(/^Harbour & Pine Ltd/);
    },
  );

  it("does not let a user switch who lacks the role, whatever is posted", async () => {
    const own = ["1001", "1002"].map((clientId) => ({ clientId, name: `Harbour & Pine Ltd ${clientId}` }));
    const [visitor] = await withAccounts(own, () => signedIn("ben.osei@harbourpine.example"));
    const page = await visitor.get("/switch-account");
    expect(page.$("input[type=radio]").length).toBe(1);
    const answer = await choose(visitor, "1002");
    expect(answer.status).toBe(400);
    expect(await currentOf(visitor)).toMatch(/^Harbour & Pine Ltd/);
  });

  it("sends the chosen account along with every call", async () => {
    const [visitor] = await signedIn(anna);
    await choose(visitor, "1002");
    const [, calls] = await world.api.record(() => visitor.get("/dashboard"));
    expect(new Set(calls.map(({ headers }) => headers["x-client-id"]))).toEqual(new Set(["1002"]));
  });

  it("asks for the account's summary once", async () => {
    const [visitor] = await signedIn(anna);
    const [, calls] = await world.api.record(async () => {
      await choose(visitor, "1001");
      await visitor.get("/dashboard");
      await visitor.get("/dashboard");
    });
    expect(calls.filter(({ path }) => path === "/Client/GetSummaryDetails").length).toBe(1);
  });

  it("still lets one choose when the counts can't be had", async () => {
    const [visitor] = await signedIn(anna);
    world.provider.faults.add({ kind: "500", path: "/api/Notification/UnreadCount", delayMs: 0 });
    const page = await visitor.get("/switch-account");
    world.provider.faults.clear();
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain("Unread notifications could not be counted just now.");
    expect(textOf(page)).not.toMatch(/\d unread|No unread/);
    expect(page.$("input[type=radio]").length).toBe(2);
  });

  it("sends a form on to its own address on this site", async () => {
    const [visitor] = await signedIn(anna);
    const fields = { account: "1002", phone: "1" };
    const answer = await visitor.post("/switch-account?continue=%2Faccount%3Fa%3Db", fields);
    expect([answer.status, answer.location]).toEqual([307, "/account?a=b"]);
    expect(await currentOf(visitor)).toMatch(/^Harbour & Pine \(Retail\) Ltd/);
  });

  it("shows the roles of the account that is current", async () => {
    const [visitor] = await signedIn("dev.patel@copperfield.example");
    await choose(visitor, "1004");
    expect((await visitor.get("/invoices")).status).toBe(200);
    await choose(visitor, "1005");
    expect((await visitor.get("/invoices")).status).toBe(403);
    expect((await visitor.get("/tickets")).status).toBe(200);
  });
});

describe("the account panel", () => {
  const panelOf = ({ $ }: Page) => $("section[aria-label='Your account']");
  const press = async (visitor: Visitor, path: string, account: string) => {
    const form = panelOf(await visitor.get(path)).find("form[aria-label='Switch to']");
    expect(form.find(`button[value='${account}']`).length).toBe(1);
    return visitor.post(form.attr("action") ?? "", { account });
  };

  it.each([
    ["/invoices?page=2", "/invoices"],
    ["/invoices/410324", "/invoices"],
    ["/invoices/make-a-payment", "/invoices"],
    ["/tickets/new", "/tickets"],
    ["/account/contacts/new", "/account/contacts"],
    ["/notifications", "/dashboard"],
    ["/services/availability-checker", "/services/availability-checker"],
  ])("switches by one press, from %s to %s of the other account", async (path, to) => {
    const [visitor] = await signedIn(anna);
    await choose(visitor, "1001");
    const answer = await press(visitor, path, "1002");
    expect([answer.status, answer.location]).toEqual([303, to]);
    expect(await currentOf(visitor)).toMatch(/^Harbour & Pine \(Retail\) Ltd/);
  });

  it.each(["https://evil.example/", "//evil.example", "/invoices\\..", "/logout", ""])(
    "leads to the dashboard from what is no page of the menu: %j",
    async (from) => {
      const [visitor] = await signedIn(anna);
      const query = new URLSearchParams({ from });
      expect((await visitor.post(`/switch-account?${query}`, { account: "1002" })).location).toBe(
        "/dashboard",
      );
    },
  );

  it("offers none on Choose Account, to who may not switch, and where they are many", async () => {
    const [both] = await signedIn(anna);
    await choose(both, "1001");
    expect(panelOf(await both.get("/switch-account")).find("form[aria-label='Switch to']").length).toBe(0);
    const [ben] = await signedIn("ben.osei@harbourpine.example");
    expect(panelOf(await ben.get("/dashboard")).find("form[aria-label='Switch to']").length).toBe(0);
    const many = Array.from({ length: 12 }, (_, index) => ({
      clientId: `${1001 + index}`,
      name: `Company ${index}`,
    }));
    const page = await withAccounts(many, async () => {
      const [visitor] = await signedIn(anna);
      await choose(visitor, "1001");
      return visitor.get("/dashboard");
    });
    expect(panelOf(page).find("form[aria-label='Switch to']").length).toBe(0);
    expect(panelOf(page).find("a[href='/switch-account']").text()).toContain("Switch Accounts");
  });
});

describe("accounts that can't be loaded at sign-in", () => {
  const clientDetails =
    "It looks like we couldn't load your client details, the site may be temporarily down, please try again later.";

  it.each(["down", "500", "html", "nonsense"] as const)("lead to /error (%s) with Logout", async (kind) => {
    world.provider.faults.add({ kind, path: "/api/Client/MyAccounts", delayMs: 0 });
    const [visitor, page] = await signedIn(anna);
    const choice = await visitor.get("/switch-account");
    world.provider.faults.clear();
    const reason = kind === "down" ? "clients-network" : "clients";
    const address = `${world.portal.url}/error?reason=${reason}&reference=`;
    expect([page.status, page.url.startsWith(address)]).toEqual([500, true]);
    const reference = page.url.slice(address.length);
    expect(page.$("main").text()).toContain(reference);
    expect(world.portal.log.some(({ requestId }) => requestId === reference)).toBe(true);
    expect(textOf(page)).toContain(clientDetails);
    expect([choice.status, choice.location?.startsWith(`/error?reason=${reason}&reference=`)]).toEqual([
      303,
      true,
    ]);
    expect(optionsOn(await visitor.get("/switch-account"))).toHaveLength(2);
    const out = await visitor.follow(await visitor.submit(page, "form[action='/logout']"));
    expect(out.$("h1").text()).toBe("You have signed out");
  });

  it("that are none lead a user who may not switch to the page that says so", async () => {
    const [, page] = await withAccounts([], () => signedIn("ben.osei@harbourpine.example"));
    expect(page.url).toBe(`${world.portal.url}/error?reason=no-clients`);
    expect(page.$("h1").text()).toBe("No accounts found");
  });
});

describe("two tabs", () => {
  it("that switch at once leave one of both as the current account", async () => {
    const [visitor] = await signedIn(anna);
    const answers = await Promise.all([choose(visitor, "1001"), choose(visitor, "1002")]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const name = await currentOf(visitor);
    expect(name).toMatch(/^Harbour & Pine (\(Retail\) )?Ltd/);
    expect(await currentOf(visitor)).toBe(name);
  });

  it("one signs out while the other switches: nobody is signed in", async () => {
    const [visitor] = await signedIn(anna);
    const cookie = visitor.cookie("session") ?? "";
    const other = world.visitor();
    other.setCookie("session", cookie);
    await Promise.all([visitor.post("/logout"), choose(other, "1002")]);
    other.setCookie("session", cookie);
    expect((await other.get("/dashboard")).location).toBe("/login");
  });
});
