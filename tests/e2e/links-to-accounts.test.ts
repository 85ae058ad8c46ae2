import { expect, it } from "vitest";
import { engine } from "../support/engine.ts";
import { annaAt, annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { areaModes } from "../support/person.ts";
import { firstTicketOf } from "../support/ticket-pages.ts";
import { world } from "../support/world.ts";

startJourneys();

it.each(areaModes)(
  "a person opens a colleague's link to another account's ticket, and gets a link to share, scripts %s",
  async (scripts) => {
    const person = await annaWithoutCookieQuestion(scripts);
    const { page } = person;
    const link = `/tickets/${firstTicketOf("1002")}?account=1002`;
    await person.goTo(link, "This is in another of your accounts, Harbour & Pine (Retail) Ltd");
    expect(await person.violations()).toEqual([]);
    await person.fits(360, 768, 1440);
    await page.getByRole("link", { name: "Stay with Harbour & Pine Ltd" }).click();
    await person.arrive("Dashboard");
    await person.goTo(link, "This is in another of your accounts, Harbour & Pine (Retail) Ltd");
    await page.getByRole("button", { name: "Switch and open it" }).click();
    await person.arrive("Tickets");
    expect(page.url()).toBe(`${world.portal.url}/tickets/${firstTicketOf("1002")}`);
    const fullUrl = world.portal.url + link;
    if (scripts === "on") {
      await page.evaluate(() =>
        Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error("not allowed")) }),
      );
      await page.getByRole("button", { name: "Link to this page" }).click();
      await page.getByText("Your browser doesn't allow copying.").waitFor();
      expect(await page.getByRole("link", { name: "Link to this page" }).getAttribute("href")).toBe(fullUrl);
      await page.reload();
      // Firefox doesn't ask for permission to copy, and never gives permission to read.
      if (engine === "chromium") await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Link to this page" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      if (engine === "chromium")
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fullUrl);
    } else {
      expect(await page.getByRole("link", { name: "Link to this page" }).getAttribute("href")).toBe(fullUrl);
    }
    expect(await person.violations()).toEqual([]);
    await person.fits(360, 768, 1440);
  },
);

it("a tab says that another one has switched accounts, and leaves what was typed alone", async () => {
  const person = await annaAt({ isLive: true }, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo("/tickets/new/technical/devices/laptops", "New Customer Service Ticket");
  await person.listens();
  await page.getByLabel("Summary").fill("Typed before");
  const other = await person.newTab();
  await other.goto(`${world.portal.url}/tickets/${firstTicketOf("1002")}?account=1002`);
  await other.getByRole("button", { name: "Switch and open it" }).click();
  const note = page.getByText("You've switched to Harbour & Pine (Retail) Ltd in another tab.");
  await note.waitFor();
  expect(await page.getByLabel("Summary").inputValue()).toBe("Typed before");
  expect(await other.getByText("You've switched to").count()).toBe(0);
  await page.getByRole("link", { name: "Go to its dashboard" }).click();
  await person.see("Dashboard");
  expect(await page.getByText("You've switched to").count()).toBe(0);
});
