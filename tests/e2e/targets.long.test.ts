import { expect, it } from "vitest";
import { annaAt, startJourneys } from "../support/journey.ts";
import { accountPages } from "../support/listed-pages.ts";
import { world } from "../support/world.ts";

startJourneys();

/** Links, buttons and boxes that answer to a press within less than so many pixels, but for links within a sentence. */
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
    "/account/direct-debits",
  ],
  ...["/services/line-faults", "/tickets/new", "/shop/devices"],
];

it.each([
  ["a phone", { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }, 44],
  ["a desktop", { viewport: { width: 1366, height: 900 } }, 24],
] as const)("on %s every target is large enough", { timeout: 600_000 }, async (_name, options, least) => {
  const person = await annaAt({ ...options }, { cookiesAnswered: true });
  const small: string[] = [];
  for (const path of pages) {
    await person.page.goto(world.portal.url + path);
    for (const target of await person.page.evaluate(smallTargets, least)) small.push(`${path}: ${target}`);
  }
  expect(small).toEqual([]);
});
