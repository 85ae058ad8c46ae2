import { describe, expect, it } from "vitest";
import { sitDown, startJourneys } from "../support/journey.ts";
import { firstOrAll } from "../support/long.ts";
import { Payer } from "../support/payer.ts";

startJourneys();

describe.each(firstOrAll(["on", "off"] as const))("with scripts %s, an employee", (scripts) => {
  it("finds an account among 10,000, acts for it, and is asked once more before a payment binds it", async () => {
    const person = await sitDown({ scripts });
    const { page } = person;
    await person.signIn("accounts-10000@provider.example", { employee: true, lands: "Choose Account" });
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("Page 2 of 500").waitFor();
    await page.getByLabel("Find an account").fill("harbour");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByText("2 matching").waitFor();
    await person.choose("Harbour & Pine Ltd");
    const strip = page.getByRole("complementary", { name: "Signed in as staff" });
    expect(await strip.innerText()).toMatch(/Harbour & Pine Ltd\s+1001/);
    const scrolled = () =>
      strip.evaluate((one) => {
        window.scrollTo(0, 200);
        return [one.getBoundingClientRect().y, window.scrollY];
      });
    // A new page scrolls to its top, perhaps only after its heading has come.
    await expect.poll(scrolled).toEqual([0, 200]);
    await page.emulateMedia({ media: "print" });
    expect(await strip.isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });

    const payer = new Payer(person);
    await payer.review(1);
    await payer.fillIn();
    await payer.press("Pay Now");
    await page.getByRole("alert").getByRole("link", { name: "Confirm that you do this for" }).click();
    const box = page.getByLabel("I do this for Harbour & Pine Ltd, at their request");
    expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
    await box.check();
    await payer.press("Pay Now");
    if (scripts === "off") await payer.press("Continue to payment");
    await page.getByRole("heading", { level: 1, name: /^Pay £/ }).waitFor();
  });
});
