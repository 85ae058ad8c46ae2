import type { Page } from "playwright";
import { PNG } from "pngjs";
import { describe, expect, it, onTestFinished } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import * as journey from "../support/journey.ts";
import { firstOrAll, isLong } from "../support/long.ts";
import { comparePictures } from "../support/pictures.ts";

journey.startJourneys();

/** Wide enough for tables, and at half size for small files, because the look of letters matters little. */
const window1024 = {
  viewport: { width: 1024, height: 900 },
  deviceScaleFactor: 0.5,
  // As the stored pictures were taken: what once moved lies on other fractions of a pixel.
  reducedMotion: "no-preference",
} as const;

const colorSchemes: ("light" | "dark")[] = ["dark", "light"];

/** Pictures of the page's sections by id; each has the light section above the dark one. */
async function sectionsOf(page: Page): Promise<Map<string, PNG>> {
  const sections = page.locator("section[data-component]");
  const pictures = new Map<string, PNG>();
  // As wide as beside the unfolded menu, which this window is too narrow for.
  await page.evaluate(() => document.documentElement.style.setProperty("--side-width", "15.5rem"));
  // Each begins on a whole pixel, so that a taller section doesn't change the pictures of those below.
  await sections.evaluateAll((all) => {
    for (const section of all as HTMLElement[]) {
      const y = section.getBoundingClientRect().y + window.scrollY;
      section.style.marginTop = `${(2 - (y % 2)) % 2}px`;
    }
  });
  // Starts with the colour scheme that the last pictures ended with.
  for (const colorScheme of colorSchemes.reverse()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const whole = PNG.sync.read(await page.screenshot({ fullPage: true, animations: "disabled" }));
    const boxes = await sections.evaluateAll((all) =>
      all.map((section) => {
        const { x, y, width, height } = section.getBoundingClientRect();
        const box = [x, y + window.scrollY, width, height].map((one) =>
          Math.round(one * window.devicePixelRatio),
        );
        return [section.id, box] as const;
      }),
    );
    for (const [id, [x = 0, y = 0, width = 0, height = 0]] of boxes) {
      const picture = pictures.get(id) ?? new PNG({ width, height: height * 2 });
      PNG.bitblt(whole, picture, x, y, width, height, 0, colorScheme === "light" ? 0 : height);
      pictures.set(id, picture);
    }
  }
  return pictures;
}

it(
  "the gallery looks as its pictures do: every component in every state, light and dark",
  { timeout: 300_000 },
  async () => {
    // The browser with which the stored pictures were taken.
    const at = await launchBrowser({ whole: true });
    onTestFinished(() => at.close());
    const person = await journey.annaAt({ ...window1024, at }, { cookiesAnswered: true });
    const { page } = person;
    await person.goTo("/sandbox", "Sandbox");
    await page.evaluate(() => document.fonts.ready);
    const taken = await sectionsOf(page);
    expect(await person.violations(), "axe in the dark").toEqual([]);
    const links = page.locator("[data-state]");
    for (const state of await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute("data-state")),
    )) {
      if (isLong) await page.emulateMedia({ colorScheme: "light" });
      await page.goto(new URL(`?state=${state}`, page.url()).href);
      if (isLong) await person.arrive("Sandbox", `${state}`);
      for (const picture of (await sectionsOf(page)).values()) taken.set(`${state}`, picture);
    }
    expect(comparePictures(taken)).toEqual([]);
  },
);

describe.each(firstOrAll(["on", "off"] as const))("with scripts %s, the sandbox", (scripts) => {
  it("accepts the corrected sample form, fits a phone, and shows an alert", async () => {
    const person = await journey.annaWithoutCookieQuestion(scripts, 320);
    const { page } = person;
    await person.goTo("/sandbox", "Sandbox");
    expect(await person.overflow()).toBeLessThanOrEqual(0);
    const form = page.locator("#sandbox-account");
    await form.getByLabel("Title").selectOption("Ms");
    for (const [label, text] of [
      ["First Name", "Anna"],
      ["Surname", "Archer"],
      ["Position", "Buyer"],
      ["Email", "anna@sample.example"],
      ["Telephone", "01632 960010"],
      ["Signature", "Anna Archer"],
    ] as const)
      await form.getByRole("textbox", { name: label, exact: true }).fill(text);
    const attach = (name: string) =>
      form
        .getByLabel("Attachment")
        .setInputFiles({ name, mimeType: "application/msword", buffer: Buffer.from("x") });
    await attach("letter.pdf");
    await form.getByRole("button", { name: "Save Sample" }).click();
    const summary = form.getByRole("alert");
    await summary.getByRole("link", { name: "The file must be a DOC or DOCX document." }).waitFor();
    expect(await summary.getByRole("link").count()).toBe(1);
    await attach("letter.docx");
    await form.getByRole("button", { name: "Save Sample" }).click();
    await page.getByText("The sample is complete. Nothing is saved in the sandbox.").waitFor();
    await page.getByRole("button", { name: "Show a warning" }).click();
    await page.getByText("It's done, but please check it.").waitFor();
    await person.arrive("Sandbox", "alert");
  });
});
