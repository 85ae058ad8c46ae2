import type { Route } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { annaAt, annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import type { Person } from "../support/person.ts";
import { emails } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();
let person: Person;
beforeEach(async () => {
  person = await annaWithoutCookieQuestion("on");
});

async function openAccount(position: string): Promise<void> {
  await person.goTo("/account", "Account Details");
  await person.page.getByLabel("Position").fill(position);
}
const save = () => person.page.getByRole("button", { name: "Save Changes" }).click();
const updates = () =>
  world.api.calls.filter(({ method, path }) => method === "PUT" && /EditCurrentContact/.test(path));

describe("while the connection is away", () => {
  it("a form waits with what was typed, and is sent once when it is back", async () => {
    const { page } = person;
    const before = updates().length;
    await openAccount("Buyer");
    await person.context.setOffline(true);
    await save();
    const broken = page.getByRole("dialog", { name: "The connection was lost" });
    await broken.getByRole("button", { name: "Try again" }).click();
    await broken.getByRole("button", { name: "Back to the form" }).click();
    await broken.waitFor({ state: "detached" });
    expect(await page.getByLabel("Position").inputValue()).toBe("Buyer");
    await save();
    await broken.waitFor();
    await person.context.setOffline(false);
    await broken.getByRole("button", { name: "Try again" }).click();
    await person.arrive("Saved");
    expect(updates().length - before).toBe(1);
  });

  it("a gateway's answer is none: the form waits, and stays as it is", async () => {
    const { page } = person;
    const before = updates().length;
    await openAccount("Merchandiser");
    let status = 502;
    const answer = (route: Route) => route.fulfill({ status, contentType: "text/html", body: "<p>Bad" });
    await page.route("**/account.data*", answer);
    for (const [refusal, name] of [
      [502, "The connection was lost"],
      [200, "The connection was lost"],
      [413, "That's too much at once"],
      [429, "Please wait a moment"],
    ] as const) {
      status = refusal;
      await save();
      const broken = page.getByRole("dialog", { name });
      await broken.waitFor();
      const refused = page.waitForResponse((reply) => reply.status() === status);
      await broken.getByRole("button", { name: "Back to the form" }).click();
      await broken.waitFor({ state: "detached" });
      await refused;
      expect(await page.getByLabel("Position").inputValue()).toBe("Merchandiser");
    }
    await save();
    const tryAgain = page.getByRole("dialog").getByRole("button", { name: "Try again" });
    await tryAgain.waitFor();
    await page.unroute("**/account.data*", answer);
    await tryAgain.click();
    await person.arrive("Saved");
    expect(updates().length - before).toBe(1);
  });

  it("a link says so at once, and continues when it's back, even if its script was missing", async () => {
    const { page } = person;
    const missing = page.getByRole("dialog", { name: "There's no connection" });
    const link = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    await person.goTo("/dashboard", "Dashboard");
    await link("Tickets").click();
    await person.arrive("Tickets");
    await person.context.setOffline(true);
    await link("Dashboard").click();
    const asked = page.waitForRequest(/dashboard\.data/);
    await missing.getByRole("button", { name: "Try again" }).click();
    await asked;
    const text = page.locator(`#${await missing.getAttribute("aria-describedby")}`);
    expect(await text.textContent()).toContain("as soon as you're back online");
    await missing.getByRole("button", { name: "Stay on this page" }).click();
    await missing.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: "Tickets" }).waitFor();
    // Staying after Back doesn't remove an entry from the browser's history.
    await page.goBack({ waitUntil: "commit" });
    await missing.getByRole("button", { name: "Stay on this page" }).click();
    await missing.waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(`${world.portal.url}/tickets`);
    await page.goBack({ waitUntil: "commit" });
    await missing.waitFor();
    await person.context.setOffline(false);
    await person.arrive("Dashboard");
    for (const name of ["Dashboard", "Invoices"]) {
      await missing.waitFor({ state: "detached" });
      await person.context.setOffline(true);
      await link(name).click();
      await missing.waitFor();
      await person.context.setOffline(false);
      await person.arrive(name);
    }
    person.faults.splice(0);
  });

  it("staying on the page once keeps what was typed, and the next link asks about it again", async () => {
    const { page } = person;
    const asked: string[] = [];
    const answers = [true, false];
    page.on("dialog", (question) => {
      asked.push(question.message());
      void (answers.shift() ? question.accept() : question.dismiss());
    });
    const leave = () =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
    await openAccount("Buyer at large");
    await person.context.setOffline(true);
    await leave();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    await leave();
    await expect.poll(() => asked.length).toBe(2);
    await person.context.setOffline(false);
    expect(await page.getByLabel("Position").inputValue()).toBe("Buyer at large");
    expect(new URL(page.url()).pathname).toBe("/account");
    await page.getByRole("heading", { level: 1, name: "Account Details" }).waitFor();
  });

  it("a saved form whose answer is missing says so, offers no way back to it, and is answered once it can be", async () => {
    const { page } = person;
    const before = updates().length;
    await openAccount("Store Manager");
    const cut = (route: Route) => route.abort("connectionreset");
    await page.route("**/account/confirmation.data*", cut);
    await save();
    const missing = page.getByRole("dialog", { name: "There's no connection" });
    await missing.getByText("We've received your form.").waitFor();
    await page.keyboard.press("Escape");
    expect(await missing.getByRole("button").allInnerTexts()).toEqual(["Try again"]);
    await page.unroute("**/account/confirmation.data*", cut);
    await missing.getByRole("button").click();
    await person.arrive("Saved");
    expect(updates().length - before).toBe(1);
  });

  it("a tick that couldn't be saved leaves Make a Payment as it is", async () => {
    const { page } = person;
    await person.goTo("/invoices/make-a-payment", "Make a Payment");
    const boxes = page.getByRole("checkbox", { name: /^Select invoice/ });
    const cut = (route: Route) => route.abort("connectionreset");
    await page.route("**/make-a-payment.data*", cut);
    const failed = page.waitForEvent("requestfailed");
    await boxes.first().check();
    await failed;
    await page.unroute("**/make-a-payment.data*", cut);
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await person.arrive("Review your payment");
  });

  it("a page that is loaded anew by an event stays, and has the news afterwards", async () => {
    person = await annaAt({ isLive: true }, { cookiesAnswered: true });
    const { page } = person;
    await person.goTo("/invoices", "Invoices");
    await person.listens();
    const unread = page.locator("header summary", { hasText: "Notifications" });
    const before = await unread.innerText();
    const cut: string[] = [];
    const breaks = (route: Route) => (cut.push(route.request().url()), route.abort("connectionreset"));
    await page.route("**/invoices.data*", breaks);
    const heard = () => world.provider.raise({ kind: "line-check", clientId: "1001" }).listeners;
    await expect.poll(() => heard().includes(emails.anna), { interval: 500 }).toBe(true);
    await expect.poll(() => cut.length).toBeGreaterThan(1);
    await page.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
    await page.unroute("**/invoices.data*", breaks);
    await expect.poll(() => unread.innerText()).not.toBe(before);
  });
});

/** Safari has it since 26.2, and Firefox since 147. */
async function withoutNavigationApi(): Promise<void> {
  person = await annaAt({ isAlone: true }, { cookiesAnswered: true });
  await person.context.addInitScript(() => Reflect.deleteProperty(window, "navigation"));
}

describe("a page's script that can't be had", () => {
  beforeEach(withoutNavigationApi);
  const refuse = (script: RegExp, times: number) =>
    person.page.route(script, (route) => route.abort("connectionreset"), { times });

  it("leads a saved form to its confirmation anyway, once", async () => {
    const before = updates().length;
    await openAccount("Chief Buyer");
    await refuse(/\/assets\/confirmation\.route-[\w-]+\.js$/, 1);
    await save();
    await person.page.waitForURL("**/account/confirmation");
    await person.arrive("Saved");
    expect(updates().length - before).toBe(1);
  });

  it("leads a link where it says, with the page as without scripts", async () => {
    const { page } = person;
    await person.goTo("/dashboard", "Dashboard");
    await refuse(/\/assets\/tickets\.route-[\w-]+\.js$/, 9);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
    await person.see("Tickets");
    expect(page.url()).toBe(`${world.portal.url}/tickets`);
    person.faults.splice(0);
  });
});

describe("after a deployment, in a tab of the build before", () => {
  beforeEach(withoutNavigationApi);
  /** The next page's script is gone. */
  const deploy = () =>
    person.page.route(
      /\/assets\/[^/]+\.route-[\w-]+\.js$/,
      (route) => route.continue({ url: `${world.portal.url}/assets/gone.route-00000000.js` }),
      { times: 1 },
    );

  it("a link leads where it says, and the browser asks nothing that was answered", async () => {
    const { page } = person;
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await openAccount("Unsaved");
    await deploy();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
    await page.waitForURL("**/tickets");
    await person.arrive("Tickets");
    expect(asked).toEqual(["confirm"]);
  });

  it("a form that was saved is followed by its confirmation", async () => {
    await openAccount("Head of Buying");
    const before = updates().length;
    await deploy();
    await save();
    await person.page.waitForURL("**/account/confirmation");
    await person.arrive("Saved");
    await person.page.getByText("Your account has been updated successfully.").waitFor();
    expect(updates().length - before).toBe(1);
  });

  it("a message on the next page isn't lost", async () => {
    const { page } = person;
    await person.goTo("/account/contacts/roles", "Who can do what");
    const link = page.getByRole("row", { name: /Bronwen Robson/ }).getByRole("link", { name: "Take away" });
    await page.goto(new URL((await link.first().getAttribute("href"))!, world.portal.url).href);
    await person.arrive("Take Invoices & payments (the Orders role) from Bronwen Robson?");
    await deploy();
    await page.getByRole("button", { name: "Take away" }).click();
    await page.waitForURL("**/account/contacts/roles");
    await page.getByText("won't be able to").waitFor();
  });
});
