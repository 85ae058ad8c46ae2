import { expect, it } from "vitest";
import incidents from "#provider/feeds/status.json" with { type: "json" };
import { annaAt, startJourneys } from "../support/journey.ts";
import { heardLineCheck, toasts } from "../support/live-events.ts";
import { firstOrAll } from "../support/long.ts";
import { Payer } from "../support/payer.ts";
import { emails } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys({ provider: { incidents } });

const phone = { width: 360, height: 740 };

/** The page's primary buttons and amounts that something else covers, wherever the page is scrolled to. */
function coveredParts(): string[] {
  const parts = document.querySelectorAll("main [data-variant=primary], main strong.numeric");
  return [...parts].flatMap((part) => {
    part.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = part.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return part.contains(onTop) ? [] : [part.textContent];
  });
}

it("neither the cookie question nor a toast covers a total or a primary button, and a tick's total is in sight", async () => {
  const person = await annaAt({ isLive: true, viewport: phone });
  const { page } = person;
  const payer = new Payer(person);
  await payer.openList();
  await heardLineCheck(person, emails.anna);
  await toasts(page).getByText("New Notification").first().waitFor();
  await payer.tick(1);
  await payer.expectInSight("Proceed to Payment");
  expect(await page.getByRole("dialog", { name: "Cookies on this portal" }).count()).toBe(1);
  const find = () => page.evaluate(coveredParts);
  for (const width of firstOrAll([360, 320, 768, 1024, 1280, 1366, 1920])) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(find, { message: `at ${width} px` }).toEqual([]);
  }
  await page.getByRole("link", { name: "Invoices" }).filter({ visible: true }).first().click();
  await person.arrive("Invoices", "with a toast");
  expect([await find(), await toasts(page).getByText("New Notification").count()]).toEqual([[], 1]);
});

it("on a phone's first visit, with an open incident, 'Pay now' is free above the tab bar", async () => {
  const { page } = await annaAt({});
  for (const [width, height] of [
    [390, 844],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${world.portal.url}/dashboard`);
    expect(await page.getByRole("dialog", { name: "Cookies on this portal" }).count()).toBe(1);
    expect(
      await page
        .getByRole("main")
        .getByText(/^Known problem/)
        .count(),
    ).toBe(1);
    const button = (await page.getByRole("button", { name: "Pay now" }).boundingBox())!;
    const bar = (await page.getByRole("navigation", { name: "Shortcuts" }).boundingBox())!;
    expect(button.y + button.height, `at ${width} px`).toBeLessThanOrEqual(bar.y);
  }
});

it("a message that leaves the review keeps its height, and what it said stands under the total", async () => {
  const payer = await Payer.arrive({});
  const { page } = payer;
  await payer.person.goTo("/dashboard", "Dashboard");
  await payer.press("Pay now");
  await payer.person.arrive("Review your payment", "from the dashboard");
  const message = page.locator("[role=status] dialog").first();
  await message.waitFor();
  const payNowAt = async () => (await page.getByRole("button", { name: "Pay Now" }).boundingBox())!.y;
  const before = await payNowAt();
  // As after 10 s, without a pointer on it, which would keep it open.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await message.waitFor({ state: "hidden" });
  expect(await payNowAt()).toBe(before);
  expect(await page.locator("#to-pay").innerText()).toMatch(/Not included: .*\d+ disputed or on hold \(£/);
});
