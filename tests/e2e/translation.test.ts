import { expect, it } from "vitest";
import { annaAt, annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { isLong } from "../support/long.ts";
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

const updates = () =>
  world.api.calls.filter(({ path, method }) => method === "PUT" && /EditCurrentContact/.test(path)).length;

it("a form on a page that the browser translates is checked, saved once and confirmed", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  const before = updates();
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
  expect(updates() - before).toBe(1);
  await page.evaluate(translate);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
  await person.arrive("Tickets");
});

interface Watched extends Window {
  /** The surname in each document that has replaced another, as soon as it's there. */
  readonly replaced: string[];
  /** How often React has paused. */
  pauses: number;
}

/** Runs in the page: React pauses after each part, and the page is translated in the pause that its address gives. */
function translateInPause(translatePage: () => void): void {
  const at = Number(new URLSearchParams(location.search).get("pause"));
  const watched = Object.assign(window as unknown as Watched, { replaced: [], pauses: 0 });
  let now = 0;
  performance.now = () => (now += 10);
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...parts: unknown[]) {
    watched.pauses += 1;
    if (watched.pauses === at) translatePage();
    Reflect.apply(postMessage, this, parts);
  };
  new MutationObserver(() => {
    const surname = document.querySelector<HTMLInputElement>("main [name=surname]");
    if (surname && document.readyState !== "loading") watched.replaced.push(surname.value);
  }).observe(document, { childList: true });
}

/** From the first byte to the last part of the page, which has some 230. */
const pauses = isLong ? Array.from({ length: 20 }, (_, index) => index * 12) : [0, 60, 180];

it("what was typed, ticked and focused stands whenever the page is translated while its scripts come", async () => {
  const person = await annaAt({ isAlone: true }, { cookiesAnswered: true });
  const { page, context } = person;
  await context.addInitScript({ content: `(${translateInPause.toString()})(${translate.toString()})` });
  const before = updates();
  const surname = page.getByLabel("Surname");
  const chosen = page.getByRole("main").getByRole("radio", { checked: true });
  for (const pause of pauses) {
    const release = await holdScripts(person);
    await page.goto(`${world.portal.url}/account?pause=${pause}`, { waitUntil: "commit" });
    const chosenBefore = await chosen.getAttribute("value");
    await page.getByRole("main").getByRole("radio", { checked: false }).click();
    await surname.fill(pause % 24 === 0 ? "" : "Arch");
    await page.getByRole("button", { name: "Save Changes" }).focus();
    if (pause === 0) await page.evaluate(translate);
    release();
    if (pause > 0) await expect.poll(() => page.evaluate(`pauses >= ${pause}`)).toBe(true);
    // In one step: a locator could find the field in a document that's replaced before it's emptied.
    if (pause % 24 !== 0) await page.evaluate(`document.querySelector("main [name=surname]").value = ""`);
    // A press is lost while React renders the page again.
    await expect
      .poll(async () => {
        await page.keyboard.press("Enter");
        return page.locator("main [role=alert] a").count();
      })
      .toBeGreaterThan(0);
    const replaced = await page.evaluate(() => (window as unknown as Partial<Watched>).replaced ?? []);
    expect({ pause, lost: replaced.filter((name) => name === "Archer") }).toEqual({ pause, lost: [] });
    expect({
      pause,
      surname: await surname.inputValue(),
      chosen: await chosen.getAttribute("value"),
    }).toEqual({ pause, surname: "", chosen: expect.not.stringMatching(`^${chosenBefore}$`) });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    // React has noticed the translation and rendered the page again.
    expect(person.faults.splice(0).filter((fault) => !/React error #4(18|22|23|25)/.test(fault))).toEqual([]);
  }
  expect(updates() - before).toBe(0);
});
