import { expect, it } from "vitest";
import { everyPage, isFile } from "../support/every-page.ts";
import { waitForHydration } from "../support/hydrated.ts";
import { annaAt, copyCookies, enter, sitDown, startJourneys } from "../support/journey.ts";
import { toasts } from "../support/live-events.ts";
import { isLong } from "../support/long.ts";
import type { Person } from "../support/person.ts";
import { routeTable } from "../support/route-table.ts";
import { signedIn } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();

const quick = [
  "/invoices",
  "/invoices/make-a-payment",
  "/account/contacts/new",
  "/tickets/61",
  "/services/line-faults",
];

/** Takes away what browsers near the oldest ones lack, each on its own; without a stream nothing hydrates. */
const missing: Readonly<Record<string, { remove?: () => void; isPlain?: boolean }>> = {
  "Map.groupBy": { remove: () => Reflect.deleteProperty(Map, "groupBy") },
  TextEncoderStream: { remove: () => Reflect.deleteProperty(window, "TextEncoderStream"), isPlain: true },
  navigation: { remove: () => Reflect.deleteProperty(window, "navigation") },
  ariaDisabled: { remove: () => Reflect.deleteProperty(Element.prototype, "ariaDisabled") },
  structuredClone: { remove: () => Reflect.deleteProperty(window, "structuredClone") },
  "Object.groupBy": { remove: () => Reflect.deleteProperty(Object, "groupBy") },
  ":has()": {},
  "inline scripts, which a filter removes": { isPlain: true },
};

/** Addresses that lead to others, or end the session. Account Details leads to its confirmation at the end. */
const noPages = [
  ...["/", "/login/callback", "/login/employee/callback", "/login/wait", "/renew", "/appearance"],
  ...["/search/suggestions", "/account/locations/addresses", "/account/confirmation"],
  ...["/invoices/direct-debit/bank-check", "/services/line-faults/:id/booking"],
];

/** Expects these to be all the site's pages. */
function expectAll(opened: readonly string[]): void {
  const isOpened = (route: string) => {
    const pattern = new RegExp(`^${route.replace("*", "[^.]+").replace(/:\w+/g, "[^/]+")}$`);
    return opened.some((path) => pattern.test(path.replace(/\?.*/, "")));
  };
  const routes = Object.keys(routeTable).filter((path) => !noPages.includes(path) && !isFile(path));
  expect(routes.filter((route) => !isOpened(route))).toEqual([]);
}

/** Waits until all the page's scripts have run. A text, because Vitest replaces `import()` in functions. */
const scriptsHaveRun = `Promise.all(
  [...document.querySelectorAll("link[rel=modulepreload]")].map(({ href }) => import(href)),
).then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))`;

async function removeHas({ context }: Person): Promise<void> {
  await context.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(":has(", ":had(") });
  });
}

it.each(Object.keys(missing).filter((_, index) => isLong || index < 2))(
  "without %s every page stays as the server sent it, and a form is sent once",
  async (name) => {
    const { remove, isPlain } = missing[name]!;
    const person = await sitDown({ isAlone: true });
    const { page, context } = person;
    if (remove) await context.addInitScript(remove);
    if (name === ":has()") await removeHas(person);
    if (name.startsWith("inline"))
      await context.route(`${world.portal.url}/**`, async (route) => {
        const request = route.request();
        // Firefox doesn't give away what a form posts, and what it leads to isn't routed.
        if (request.resourceType() !== "document" || request.method() !== "GET") return route.continue();
        const response = await route.fetch({ maxRedirects: 0 });
        const body = (await response.text()).replace(/<script[^>]*>window.*?<\/script>/gs, "");
        await route.fulfill({ response, body });
      });
    const visitor = await signedIn(world, "anna", "1001");
    await visitor.post("/cookies", { choice: "opt-out", returnTo: "/dashboard" });
    await copyCookies(person, visitor);
    const opened: string[] = [];
    for await (const path of isLong ? everyPage(visitor) : quick) {
      const { $, status, location } = await visitor.get(path);
      if (location !== undefined || (status === 404 && !/not-found|no-such/.test(path))) continue;
      opened.push(path);
      await page.goto(world.portal.url + path);
      if (isPlain) await page.evaluate(scriptsHaveRun);
      else await waitForHydration(page);
      expect([path, await page.locator("h1").allInnerTexts()]).toEqual([path, [$("h1").text()]]);
    }
    const updates = () => world.api.calls.filter(({ method }) => method === "PUT").length;
    const before = updates();
    await page.goto(`${world.portal.url}/account`);
    await page.getByLabel("Position").fill(`Buyer without ${name}`);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await person.see("Saved");
    expect(updates() - before).toBe(1);
    await context.clearCookies();
    await person.page.goto(`${world.portal.url}/login`);
    await person.see("Welcome to the Customer Portal");
    if (isLong) expectAll([...opened, "/login"]);
    if (isPlain) person.faults.splice(0);
  },
  900_000,
);

it("without :has() the cookie question, the foot of Make a Payment and toasts cover nothing", async () => {
  const person = await annaAt({ isAlone: true, isLive: true });
  const { page } = person;
  await removeHas(person);
  await person.goTo("/invoices/make-a-payment", "Make a Payment");
  await person.listens();
  const question = page.getByRole("dialog", { name: "Cookies on this portal" });
  const foot = page.getByRole("status").filter({ hasText: "selected" }).locator("..");
  const parts = { header: page.locator("header").first(), question, foot, toasts: toasts(page) };
  await expect
    .poll(async () => {
      world.provider.raise({ kind: "line-check", clientId: "1001" });
      return toasts(page).locator("> div").count();
    })
    .toBeGreaterThan(1);
  /** The question is at the top of the page, and the foot stays in sight further down. */
  const overlaps = async (place: "top" | "middle") => {
    await page.evaluate((to) => {
      const top = to === "top" ? 0 : document.documentElement.scrollHeight / 2;
      window.scrollTo({ top, behavior: "instant" });
    }, place);
    const boxes = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => ({ name, ...(await part.boundingBox())! })),
    );
    return boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (b) => a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width,
        )
        .map((b) => `${a.name} and ${b.name}`)
        // Toasts lie over the header, and over nothing else.
        .filter((pair) => pair !== "header and toasts"),
    );
  };
  for (const asked of [true, false]) {
    for (const width of [320, 375, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      for (const place of ["top", "middle"] as const)
        await expect
          .poll(() => overlaps(place), { message: `${place}, at ${width} px, asked: ${asked}` })
          .toEqual([]);
    }
    if (asked) await question.getByRole("button", { name: "Opt out" }).click();
    await expect.poll(() => question.count()).toBe(0);
    delete (parts as Partial<typeof parts>).question;
  }
});

it("without :has() an employee's strip, the header and what has the focus stand one under the other", async () => {
  const person = await sitDown({ isAlone: true });
  const { page } = person;
  await removeHas(person);
  await enter(person, "ella", "1001");
  const gaps = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      const link = document.querySelector<HTMLElement>("main a[href]")!;
      link.blur();
      link.focus();
      const [strip, header, focused] = [
        document.querySelector("body > aside")!,
        document.querySelector("header")!,
        link,
      ].map((part) => part.getBoundingClientRect());
      return [strip!.top, header!.top - strip!.bottom, Math.min(0, focused!.top - header!.bottom)];
    });
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(gaps, { message: `at ${width} px` }).toEqual([0, 0, 0]);
  }
});
