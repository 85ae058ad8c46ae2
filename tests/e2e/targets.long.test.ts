import { expect, it } from "vitest";
import { cutTexts, spaceText } from "../support/cut-texts.ts";
import { annaAt, sitDown, startJourneys } from "../support/journey.ts";
import { accountPages, publicPages } from "../support/listed-pages.ts";
import type { Person } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();

/** Links, buttons and boxes with a target smaller than this many pixels, except for links within a sentence. */
function smallTargets(least: number): string[] {
  const targets = document.querySelectorAll<HTMLElement>("a[href], button, input, select, summary");
  return [...targets].flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true }) || isInSentence(target)) return [];
    target.scrollIntoView({ block: "center" });
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (width < 2 || !isHit(target, x, y)) return [];
    const reach = (dx: number, dy: number) => {
      let far = 0;
      while (far < least && isHit(target, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    const name = `${target.localName} '${(target.textContent || target.getAttribute("aria-label") || target.id).trim().slice(0, 30)}'`;
    return wide < least || high < least ? [`${name} ${wide} × ${high}`] : [];
  });

  function isHit(target: HTMLElement, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    const pressed = hit?.closest("a[href], button, input, select, summary, label");
    return pressed === target || (pressed instanceof HTMLLabelElement && pressed.control === target);
  }
  function isInSentence(target: HTMLElement): boolean {
    if (target.localName !== "a" || getComputedStyle(target).display !== "inline") return false;
    const around = target.parentElement?.closest("p, li, dd, td, span, div")?.textContent?.trim() ?? "";
    return around.length > (target.textContent ?? "").trim().length + 3;
  }
}

const pages = [
  ...accountPages.map(([path]) => path),
  ...[
    "/invoices",
    "/invoices/make-a-payment",
    "/tickets",
    "/tickets/61",
    "/products/quotes",
    "/invoices/manage-direct-debit",
  ],
  ...["/services/line-faults", "/tickets/new", "/shop/devices"],
];

it.each([
  [
    "on a phone every target is large enough",
    { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    44,
  ],
  ["on a desktop every target is large enough", { viewport: { width: 1366, height: 900 } }, 24],
] as const)("%s", { timeout: 600_000 }, async (_name, options, least) => {
  const person = await annaAt({ ...options }, { cookiesAnswered: true });
  const small: string[] = [];
  for (const path of pages) {
    await person.page.goto(world.portal.url + path);
    for (const target of await person.page.evaluate(smallTargets, least)) small.push(`${path}: ${target}`);
  }
  expect(small).toEqual([]);
});

it("no text is cut off, however far apart its letters and lines are", { timeout: 600_000 }, async () => {
  const cut: string[] = [];
  const look = async ({ page }: Person, paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(world.portal.url + path);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        for (const isSpaced of [false, true]) {
          await page.evaluate(spaceText, isSpaced);
          const where = `${path} at ${width} px${isSpaced ? ", spaced" : ""}`;
          for (const text of await page.evaluate(cutTexts)) cut.push(`${where}: ${text}`);
        }
      }
    }
  };
  await look(
    await sitDown(),
    publicPages.map(([path]) => path),
  );
  await look(await annaAt({}, { cookiesAnswered: true }), pages);
  expect(cut).toEqual([]);
});
