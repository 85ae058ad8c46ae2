import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import * as journey from "../support/journey.ts";
import { comparePictures } from "../support/pictures.ts";

journey.startJourneys();

/** So wide that tables are tables, and so narrow that the pictures stay small. */
const viewport = { width: 1024, height: 900 };

/** The sections with these ids, as the page stands, by the name of their picture. */
async function pictureOf(page: Page, id: string): Promise<Buffer> {
  const box = await page.locator(`section[data-component="${id}"]`).evaluate((section) => {
    const { x, y, width, height } = section.getBoundingClientRect();
    return {
      x: Math.floor(x),
      y: Math.floor(y + window.scrollY),
      width: Math.ceil(width),
      height: Math.ceil(height),
    };
  });
  return page.screenshot({ clip: box, fullPage: true, animations: "disabled" });
}

describe.each(["light", "dark"] as const)("the gallery, %s", (colorScheme) => {
  it("looks as its pictures do, every component in every state", async () => {
    const person = await journey.annaAt(
      { colorScheme, viewport, reducedMotion: "reduce" },
      { decided: true },
    );
    const { page } = person;
    await person.goTo("/sandbox", "Sandbox");
    await page.evaluate(() => document.fonts.ready);
    const taken = new Map<string, Buffer>();
    const sections = page.locator("section[data-component]");
    for (const id of await sections.evaluateAll((all) => all.map((one) => one.id)))
      taken.set(id, await pictureOf(page, id));
    const states = page.locator("[data-state]");
    for (const [state, id] of await states.evaluateAll((links) =>
      links.map(
        (link) => [link.getAttribute("data-state") ?? "", link.closest("section")?.id ?? ""] as const,
      ),
    )) {
      await page.locator(`[data-state="${state}"]`).click();
      await person.arrive("Sandbox", state);
      taken.set(state, await pictureOf(page, id));
    }
    expect(comparePictures(colorScheme, taken)).toEqual([]);
  });
});

describe.each(["on", "off"] as const)("the sandbox, with scripts %s", (scripts) => {
  it("takes the sample form after it was mended, fits a phone, and shows an alert", async () => {
    const person = await journey.annaWithoutCookies(scripts, 320);
    const { page } = person;
    await person.goTo("/sandbox", "Sandbox");
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await beyond()).toBeLessThanOrEqual(0);
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
      await form.getByLabel(label, { exact: true }).fill(text);
    const attach = (name: string) =>
      form
        .getByLabel("Attachment")
        .setInputFiles({ name, mimeType: "application/msword", buffer: Buffer.from("x") });
    await attach("letter.pdf");
    await form.getByRole("button", { name: "Save Sample" }).click();
    const summary = form.getByRole("alert");
    await summary.getByRole("link", { name: "The file must be a DOC or DOCX document." }).waitFor();
    expect(await summary.getByRole("link").count()).toBe(1);
    await person.arrive("Sandbox", "refused");
    await attach("letter.docx");
    await form.getByRole("button", { name: "Save Sample" }).click();
    await page.getByText("The sample is complete. Nothing is saved in the sandbox.").waitFor();
    await page.getByRole("button", { name: "Show a warning" }).click();
    await page.getByText("A warning: done, but look at this.").waitFor();
    await person.arrive("Sandbox", "alert");
  });
});
