import { expect, it } from "vitest";
import { annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { world } from "../support/world.ts";

startJourneys();

/** As Chrome's translator: each text is replaced by a new one within two `font` elements. */
function translate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.data.trim() !== "" && !text.parentElement?.closest("script, style, textarea, select"))
      found.push(text);
  }
  for (const text of found) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

it("a form on a page that the browser translates is checked, saved once and confirmed", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  const updates = () =>
    world.api.calls.filter(({ path, method }) => method === "PUT" && /EditCurrentContact/.test(path));
  const before = updates().length;
  await person.goTo("/account", "Account Details");
  await page.evaluate(translate);
  const surname = page.getByLabel("Surname");
  await surname.fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.locator("main [role=alert] a").first().waitFor();
  await page.evaluate(translate);
  await surname.fill("Archer");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await person.arrive("Saved");
  expect(updates().length - before).toBe(1);
  await page.evaluate(translate);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
  await person.arrive("Tickets");
});
