import { describe, expect, it } from "vitest";
import { textOf, textsOf, type Page, type Visitor } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const anna = "anna.archer@harbourpine.example";
const choiceForm = "form:has(input[type=radio])";

async function signedIn(email: string): Promise<readonly [Visitor, Page]> {
  const visitor = world.visitor();
  return [visitor, await visitor.signIn(email)] as const;
}

const choose = (visitor: Visitor, account: string) => visitor.post("/switch-account", { account });
/** Runs `during` while the API gives these accounts to every user. */
const withAccounts = <T>(accounts: readonly object[], during: () => Promise<T>) =>
  world.api.answering("/Client/MyAccounts", { body: JSON.stringify(accounts) }, during);
const optionsOn = (page: Page) => textsOf(page, `${choiceForm} label`);
const currentAccountOf = async (visitor: Visitor) =>
  textOf(await visitor.get("/dashboard")).replace(/.*Account name ?/, "");

describe("Choose Account", () => {
  it("lists each account with its number of unread notifications; Continue leads to the dashboard", async () => {
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
    expect(await currentAccountOf(visitor)).toMatch(/^Harbour & Pine \(Retail\) Ltd/);
  });

  it("links back to the dashboard only if there is a current account", async () => {
    const [visitor, first] = await signedIn(anna);
    expect(first.$("main a[href='/dashboard']").length).toBe(0);
    expect((await visitor.get("/dashboard")).location).toBe("/switch-account");
    await choose(visitor, "1001");
    world.provider.db.exec("UPDATE notifications SET status = 1 WHERE client_id = '1001'");
    const again = await visitor.get("/switch-account");
    expect(again.$("main a[href='/dashboard']").text()).toBe("Back");
    expect(textOf(again)).toContain("Current account · No unread notifications");
  });

  it("asks the API for the unread counts and what's to pay alone while the session knows the accounts", async () => {
    const [visitor] = await signedIn(anna);
    const [, calls] = await world.api.record(() => visitor.get("/switch-account"));
    const asked = calls.filter(({ method }) => method === "GET").map(({ path }) => path);
    expect(asked.sort()).toEqual(["/Invoice/MyInvoices", "/Invoice/MyInvoices", "/Notification/UnreadCount"]);
  });

  it("has a search box only for more than 8 accounts", async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      clientId: `${index}`,
      name: `Company ${index}`,
    }));
    const [, few] = await withAccounts(many.slice(0, 8), () => signedIn(anna));
    const [visitor, all] = await withAccounts(many, () => signedIn(anna));
    expect([few.$("input[name=search]").length, all.$("input[name=search]").length]).toEqual([0, 1]);
    const found = await visitor.get("/switch-account?search=%20COMPANY%207");
    expect(optionsOn(found)).toEqual(["Company 7"]);
    expect(textOf(await visitor.get("/switch-account?search=zzz"))).toContain("No account matches ‘zzz’.");
  });

  it("has 20 accounts on a page, and finds one on any page by its client id", async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      clientId: `77${index}`,
      name: `Company ${String(index).padStart(2, "0")}`,
    }));
    const [visitor, first] = await withAccounts(many, () => signedIn(anna));
    expect([optionsOn(first).length, optionsOn(first)[19]]).toEqual([20, "Company 19"]);
    const next = first.$("nav[aria-label='Pages of accounts'] a[rel=next]").attr("href") ?? "";
    expect(optionsOn(await visitor.get(`/switch-account${next}`))).toEqual(
      many.slice(20).map(({ name }) => name),
    );
    expect(optionsOn(await visitor.get("/switch-account?search=7724"))).toEqual(["Company 24"]);
  });

  it("shows an error when no account was chosen, and the same list again", async () => {
    const [visitor, page] = await signedIn(anna);
    const answer = await visitor.submit(page, choiceForm);
    expect(answer.status).toBe(400);
    expect(answer.$("main a[href='#account-0']").text()).toBe("Choose an account");
    expect(answer.$("#account-error").text()).toContain("Choose an account");
    expect(answer.$("input[type=radio]#account-0").length).toBe(1);
    expect(answer.$("input[type=radio]").length).toBe(2);
  });

  it.each(["1003", "", "__proto__"])("refuses %j, which is not an account of the user", async (account) => {
    const [visitor] = await signedIn(anna);
    await choose(visitor, "1001");
    const [answer, calls] = await world.api.record(() => choose(visitor, account));
    expect(answer.status).toBe(400);
    expect(textOf(answer)).toContain("Choose one of your accounts");
    expect(calls.some(({ headers }) => headers["x-client-id"] === account)).toBe(false);
    expect(await currentAccountOf(visitor)).toMatch(/^Harbour & Pine Ltd/);
  });

  it("doesn't let a user without the role switch, whatever is posted", async () => {
    const both = ["1001", "1002"].map((clientId) => ({ clientId, name: `Harbour & Pine Ltd ${clientId}` }));
    const [visitor] = await withAccounts(both, () => signedIn("ben.osei@harbourpine.example"));
    const page = await visitor.get("/switch-account");
    expect(page.$("input[type=radio]").length).toBe(1);
    const answer = await choose(visitor, "1002");
    expect(answer.status).toBe(400);
    expect(await currentAccountOf(visitor)).toMatch(/^Harbour & Pine Ltd/);
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

  it("still lets a user choose when the unread counts can't be loaded", async () => {
    const [visitor] = await signedIn(anna);
    world.provider.faults.add({ kind: "500", path: "/api/Notification/UnreadCount", delayMs: 0 });
    const page = await visitor.get("/switch-account");
    world.provider.faults.clear();
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain("We couldn't count your unread notifications.");
    expect(textOf(page)).not.toMatch(/\d unread|No unread/);
    expect(page.$("input[type=radio]").length).toBe(2);
  });

  it("switches the account, and sends the posted form on to the address in `continue`", async () => {
    const [visitor] = await signedIn(anna);
    const fields = { account: "1002", phone: "1" };
    const answer = await visitor.post("/switch-account?continue=%2Faccount%3Fa%3Db", fields);
    expect([answer.status, answer.location]).toEqual([307, "/account?a=b"]);
    expect(await currentAccountOf(visitor)).toMatch(/^Harbour & Pine \(Retail\) Ltd/);
  });

  it("applies the roles of the current account alone", async () => {
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
    ["/account/contacts/new", "/account/contacts"],
    ["/notifications", "/dashboard"],
  ])("switches accounts with one press, from %s to %s of the other account", async (path, to) => {
    const [visitor] = await signedIn(anna);
    await choose(visitor, "1001");
    const answer = await press(visitor, path, "1002");
    expect([answer.status, answer.location]).toEqual([303, to]);
    expect(await currentAccountOf(visitor)).toMatch(/^Harbour & Pine \(Retail\) Ltd/);
  });

  it.each(["//evil.example", "/logout"])(
    "leads to the dashboard when `from` isn't a page of the menu: %j",
    async (from) => {
      const [visitor] = await signedIn(anna);
      const query = new URLSearchParams({ from });
      expect((await visitor.post(`/switch-account?${query}`, { account: "1002" })).location).toBe(
        "/dashboard",
      );
    },
  );

  it("has no switch form on Choose Account, for users who may not switch, and for many accounts", async () => {
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

describe("loading the accounts at sign-in", () => {
  const clientDetails =
    "It looks like we couldn't load your client details, the site may be temporarily down, please try again later.";

  it.each(["down", "html"] as const)("leads to /error if it fails (%s)", async (kind) => {
    world.provider.faults.add({ kind, path: "/api/Client/MyAccounts", delayMs: 0 });
    const [visitor, page] = await signedIn(anna);
    const choice = await visitor.get("/switch-account");
    world.provider.faults.clear();
    const reason = kind === "down" ? "clients-network" : "clients";
    const address = `${world.portal.url}/error?reason=${reason}&reference=`;
    expect([page.status, page.url.startsWith(address)]).toEqual([200, true]);
    const reference = page.url.slice(address.length);
    expect(page.$("main").text()).toContain(reference);
    expect(world.portal.log.some(({ requestId }) => requestId === reference)).toBe(true);
    expect(textOf(page)).toContain(clientDetails);
    expect(choice.status).toBe(303);
    expect(choice.location?.startsWith(`/error?reason=${reason}&reference=`)).toBe(true);
    expect(optionsOn(await visitor.get("/switch-account"))).toHaveLength(2);
    const out = await visitor.follow(await visitor.submit(page, "form[action='/logout']"));
    expect(out.$("h1").text()).toBe("You've signed out");
  });

  it("logs which field of an account couldn't be read, never what was in it", async () => {
    await withAccounts([{ ClientId: "1001", Name: "secret-name" }], () => signedIn(anna));
    const lines = world.portal.log.filter(({ msg }) => msg === "accounts not loaded");
    expect(lines.at(-1)).toMatchObject({ cause: expect.stringMatching(/^SHAPE 0\.clientId:/) as string });
    expect(JSON.stringify(lines)).not.toContain("secret-name");
  });

  it("leads to 'No accounts found' if there are none and the user may not switch", async () => {
    const [, page] = await withAccounts([], () => signedIn("ben.osei@harbourpine.example"));
    expect(page.url).toBe(`${world.portal.url}/error?reason=no-clients`);
    expect(page.$("h1").text()).toBe("No accounts found");
  });
});

describe("two tabs", () => {
  it("that switch at the same time leave one of the two accounts current", async () => {
    const [visitor] = await signedIn(anna);
    const answers = await Promise.all([choose(visitor, "1001"), choose(visitor, "1002")]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const name = await currentAccountOf(visitor);
    expect(name).toMatch(/^Harbour & Pine (\(Retail\) )?Ltd/);
    expect(await currentAccountOf(visitor)).toBe(name);
  });

  it("end up signed out if one signs out while the other switches", async () => {
    const [visitor] = await signedIn(anna);
    const cookie = visitor.cookie("session") ?? "";
    const other = world.visitor();
    other.setCookie("session", cookie);
    await Promise.all([visitor.post("/logout"), choose(other, "1002")]);
    other.setCookie("session", cookie);
    expect((await other.get("/dashboard")).location).toBe("/login");
  });
});

it("a form isn't sent as someone else who has signed in since, and is as the same person", async () => {
  const form = "main form:has(input[name=intent])";
  const [visitor] = await signedIn(anna);
  await choose(visitor, "1001");
  const page = await visitor.get("/account");
  const [ben] = await signedIn("ben.osei@harbourpine.example");
  const [refused, calls] = await world.api.record(() => ben.submit(page, form, { position: "Director" }));
  expect([refused.status, refused.$("h1").text()]).toEqual([409, "Someone else is signed in now"]);
  expect(textOf(refused)).toContain("Nothing was changed");
  expect(refused.text).not.toContain("Director");
  expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);
  expect(refused.$("main a").first().attr("href")).toBe("/account");
  const [again] = await signedIn(anna);
  await choose(again, "1001");
  expect((await again.submit(page, form, { position: "Director" })).location).toBe("/account/confirmation");
});
