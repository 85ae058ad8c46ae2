import { beforeEach, describe, expect, it } from "vitest";
import { waitForHydration } from "../support/hydrated.ts";
import { annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { areaModes, type Person, type Scripts } from "../support/person.ts";

const SEARCH = "Search with autocomplete or type address manually";

startJourneys();
let person: Person;

async function begin(scripts: Scripts, width = 1440): Promise<void> {
  person = await annaWithoutCookieQuestion(scripts, width);
  await person.goTo("/account/locations", "Manage Locations");
}

const form = () => person.page.getByRole("region", { name: /New Location|Edit Location Details/ });
const saveAndReturn = async () => {
  await form().getByRole("button", { name: "Save Location" }).click();
  await form().waitFor({ state: "detached" });
};

describe.each(areaModes)("with scripts %s", (scripts) => {
  beforeEach(() => begin(scripts));

  it("an administrator adds a location by the address search and finds it again", async () => {
    const { page } = person;
    const street = { on: "Call Lane", off: "Bold Street", broken: "Queens Road" }[scripts];
    await page.getByRole("link", { name: "Add New Location" }).click();
    await form().getByLabel("Notes").fill("Ring the bell");
    const box = form().getByLabel(SEARCH);
    if (scripts === "on") {
      await box.pressSequentially(street);
      await page.getByRole("option", { name: street }).first().waitFor();
      await person.arrive("Manage Locations", "suggestions");
      await page.getByRole("option", { name: street }).nth(1).click();
      await page.getByText("The address is filled in below. Please check it.").waitFor();
    } else {
      await box.fill(street);
      await form().getByRole("button", { name: "Find address" }).click();
      await form().getByRole("radio", { name: street }).nth(1).check();
      await person.arrive("Manage Locations", "choices");
      await form().getByRole("button", { name: "Use this address" }).click();
      await page.getByText("The address is filled in below. Please check it.").waitFor();
    }
    expect(await form().getByLabel("Address Line 1").inputValue()).toContain(street);
    expect(await form().getByLabel("Notes").inputValue()).toBe("Ring the bell");
    await saveAndReturn();
    await person.arrive("Manage Locations", "saved");
    await page.getByText("Location added successfully.").waitFor();
    const search = page.getByRole("searchbox", { name: "Search Locations" });
    await search.fill(street);
    await search.press("Enter");
    await page.getByText("Showing 1–1 of 1").waitFor();
    expect(await page.locator("#locations tbody").innerText()).toContain("Ring the bell");
  });
});

describe("with scripts on", () => {
  it("addresses that were found before scripts came can still be used", async () => {
    await begin("on");
    const { page } = person;
    const releaseScripts = await holdScripts(person);
    await page.goto(new URL("/account/locations/new", page.url()).href, { waitUntil: "commit" });
    await form().getByLabel(SEARCH).fill("Call Lane");
    await form().getByRole("button", { name: "Find address" }).click();
    await form().getByRole("radio", { name: "Call Lane" }).nth(1).check();
    releaseScripts();
    await waitForHydration(page);
    expect(await form().getByRole("radio", { name: "Call Lane" }).nth(1).isChecked()).toBe(true);
    await person.arrive("Manage Locations", "late choices");
    await form().getByRole("button", { name: "Use this address" }).click();
    await page.getByText("The address is filled in below. Please check it.").waitFor();
    expect(await form().getByLabel("Address Line 1").inputValue()).toContain("Call Lane");
    expect(await form().getByRole("radio", { name: "Call Lane" }).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.id")).toBe("location-addressSearch");
  });

  it("notes that were changed before scripts came stay, and count as unsaved", async () => {
    await begin("on");
    const { page } = person;
    await person.goTo("/account/locations?size=100", "Manage Locations");
    const notes = form().locator("#location-notes");
    const open = () =>
      page
        .locator("#locations")
        .getByRole("link", { name: /^Plot 9/ })
        .click();
    await open();
    await notes.fill("Here before");
    await saveAndReturn();
    await open();
    await form().waitFor();
    const releaseScripts = await holdScripts(person);
    await page.reload({ waitUntil: "commit" });
    await notes.fill("Typed early");
    releaseScripts();
    await page.locator("form[data-unsaved=true]").waitFor();
    expect(await notes.inputValue()).toBe("Typed early");
  });

  it("the address search works by the keyboard alone", async () => {
    await begin("on");
    const { page } = person;
    await person.goTo("/account/locations/new", "Manage Locations");
    const box = page.getByRole("combobox", { name: SEARCH });
    const suggestion = page.getByRole("listbox").getByRole("option").first();
    await box.focus();
    await page.keyboard.type("Grey Street");
    await suggestion.waitFor();
    expect(await box.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await box.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("ArrowDown");
    await suggestion.waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const active = page.locator(`#${await box.getAttribute("aria-activedescendant")}`);
    expect(await active.innerText()).toContain("12 Grey Street");
    await page.keyboard.press("Enter");
    await page.getByText("The address is filled in below. Please check it.").waitFor();
    expect(await page.getByLabel("Address Line 1").inputValue()).toBe("12 Grey Street");
    expect(await page.getByLabel("Postcode").inputValue()).toBe("NE1 6AE");
    expect(await page.getByRole("listbox").isVisible()).toBe(false);
  });

  it("the address search says when it is unavailable, and the form asks before typed work is left", async () => {
    await begin("on");
    const { page } = person;
    await page.getByRole("link", { name: "Add New Location" }).click();
    await form().getByLabel(SEARCH).pressSequentially("unavailable");
    const unavailableText =
      "Sorry, the address search function is unavailable at the moment. Please enter address manually.";
    const warning = form().locator("[role=status] [data-tone=warning]");
    await warning.waitFor();
    expect(await warning.innerText()).toContain(unavailableText);
    await person.arrive("Manage Locations", "search unavailable");
    await form().getByLabel("Town").fill("York");
    const asked: string[] = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await form().getByRole("link", { name: "Cancel Without Saving" }).click();
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]).toContain("You have unsaved changes.");
    expect(await form().getByLabel("Town").inputValue()).toBe("York");
  });

  it("a download of the list asks nothing, and leaves the half-typed form beside it as it is", async () => {
    await begin("on");
    const { page } = person;
    await person.goTo("/account/locations/new", "Manage Locations");
    await form().getByLabel("Town").fill("York");
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    for (const name of ["Download CSV", "Download PDF"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^locations\.(csv|pdf)$/);
    }
    expect([asked, await form().getByLabel("Town").inputValue()]).toEqual([[], "York"]);
  });

  it("a search that is shortened to 2 characters shows all rows again and says why", async () => {
    await begin("on");
    const { page } = person;
    const box = page.getByRole("searchbox", { name: "Search Locations" });
    await box.pressSequentially("malton");
    await page.getByText("Showing 1–1 of 1").waitFor();
    for (let press = 0; press < 4; press += 1) await box.press("Backspace");
    await page.getByText("Type at least 3 characters to search").waitFor();
    expect(await page.getByText("Showing 1–1 of 1").count()).toBe(0);
    expect(await box.inputValue()).toBe("ma");
  });

  it("by the keyboard alone a column is widened, at one Tab stop for all columns, and a location saved", async () => {
    await begin("on");
    const { page } = person;
    await person.goTo("/account/locations?size=100", "Manage Locations");
    const stops: string[] = [];
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(() => {
          const at = document.activeElement as HTMLElement | null;
          return at?.getAttribute("aria-label") ?? (at?.innerText.trim() || at?.id) ?? "";
        });
        stops.push(stop);
        if (stop.includes(name)) return;
      }
      throw new Error(`no way to ${name} by the Tab key`);
    };
    await page.getByRole("searchbox", { name: "Search Locations" }).focus();
    await tabTo("Width of Address");
    const width = () =>
      page
        .locator("#locations thead th")
        .nth(2)
        .evaluate((head) => head.clientWidth);
    const before = await width();
    // To the notes: a post code's column is narrower than the least that may be chosen.
    for (let press = 0; press < 2; press += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect.poll(width).toBe(before + 16);
    await page.keyboard.press("ArrowUp");
    await tabTo("Plot 9");
    expect(stops.filter((stop) => stop.startsWith("Width of"))).toEqual(["Width of Address"]);
    await page.keyboard.press("Enter");
    await form().waitFor();
    await tabTo("location-notes");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("By keys alone");
    await tabTo("Save Location");
    await page.keyboard.press("Enter");
    await page.getByText("Location updated successfully.").waitFor();
    expect(await page.locator("#locations").innerText()).toContain("By keys alone");
  });

  it("opening another location brings a new form without the old one's errors", async () => {
    await begin("on");
    const { page } = person;
    // Long enough for all rows, because other journeys have added some.
    await person.goTo("/account/locations?size=100", "Manage Locations");
    const open = (name: RegExp) => page.locator("#locations").getByRole("link", { name }).click();
    await open(/^Plot 9/);
    await form().getByLabel("Postcode").fill("bad");
    await form().getByRole("button", { name: "Save Location" }).click();
    await page.getByText("This field is in incorrect format").first().waitFor();
    page.once("dialog", (dialog) => void dialog.accept());
    await open(/^Kiosk 3/);
    await expect.poll(() => form().getByLabel("Postcode").inputValue()).toBe("YO17 7LX");
    expect(await page.getByText("This field is in incorrect format").count()).toBe(0);
    expect(await page.title()).not.toContain("Error");
  });
});

it("on a phone the form takes the list's place and nothing overflows", async () => {
  await begin("on", 360);
  const { page } = person;
  expect(await person.overflow()).toBeLessThanOrEqual(0);
  await page
    .locator("#locations")
    .getByRole("link", { name: /^Harbour & Pine Design/ })
    .click();
  await form().waitFor();
  expect(await page.locator("#locations").isVisible()).toBe(false);
  expect(await person.overflow()).toBeLessThanOrEqual(0);
  await form().getByRole("link", { name: "Cancel Without Saving" }).click();
  await page.locator("#locations").waitFor();
  await person.arrive("Manage Locations", "back on a phone");
});
