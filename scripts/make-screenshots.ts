/** Takes the README's screenshots from the built portal with its demo data: `node scripts/make-screenshots.ts`. */
import { writeFileSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright";
import { findChromium } from "./find-programs.ts";
import { demoPassword, people } from "../provider/data/people.ts";
import { createWorld, type World } from "../tests/support/world.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** The WebP quality. */
const QUALITY = 82;
const [anna] = people;

async function takeScreenshot(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  writeFileSync(new URL(`../docs/screenshots/${name}.webp`, import.meta.url), Buffer.from(data, "base64"));
}

/** Opens a browser context that has answered the question about cookies, which would be in every screenshot. */
async function openContext(
  browser: Browser,
  world: World,
  colorScheme: "light" | "dark",
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, colorScheme, reducedMotion: "reduce" });
  await context.addCookies([{ name: "cookie-choice", value: "opted-out", url: world.portal.url }]);
  return context;
}

async function signIn(page: Page, world: World): Promise<void> {
  await page.goto(`${world.portal.url}/login`);
  await page.getByRole("button", { name: "Click here to proceed" }).click();
  await page.locator("input[type=email]").fill(anna!.email);
  await page.locator("input[type=password]").fill(demoPassword);
  await page.locator("form:has(input[type=password]) button").first().click();
  await page.getByLabel("Harbour & Pine Ltd").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/dashboard");
}

const world = await createWorld({ environment: { ENVIRONMENT: "production" } });
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  const light = await openContext(browser, world, "light");
  const page = await light.newPage();
  await page.goto(`${world.portal.url}/login`);
  await takeScreenshot(page, "sign-in");
  await signIn(page, world);
  await page.waitForLoadState("networkidle");
  await takeScreenshot(page, "dashboard");
  await page.goto(`${world.portal.url}/invoices`);
  await takeScreenshot(page, "invoices");
  await page.goto(`${world.portal.url}/tickets`);
  await takeScreenshot(page, "tickets");
  await page.goto(`${world.portal.url}/account/contacts`);
  await page.getByRole("link", { name: "Bronwen Fraser" }).first().click();
  await page.getByRole("heading", { name: "Edit Contact" }).waitFor();
  await takeScreenshot(page, "contact");
  await page.goto(`${world.portal.url}/invoices/statement`);
  await takeScreenshot(page, "statement");
  await page.goto(`${world.portal.url}/invoices/usage`);
  await takeScreenshot(page, "usage");
  await page.goto(`${world.portal.url}/tickets`);
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("invoice");
  await page.getByRole("dialog").getByText("Invoice 4").first().waitFor();
  await takeScreenshot(page, "palette");

  const dark = await openContext(browser, world, "dark");
  const darkPage = await dark.newPage();
  await signIn(darkPage, world);
  // Until the live channel is open, because it doesn't repeat earlier events.
  await darkPage.waitForTimeout(1_000);
  world.provider.raise({ kind: "line-check", clientId: "1001" });
  await darkPage.getByText("View details").waitFor();
  await takeScreenshot(darkPage, "dashboard-dark");

  await page.setViewportSize(PHONE);
  await page.goto(`${world.portal.url}/dashboard`);
  await takeScreenshot(page, "phone");
} finally {
  await browser.close();
  await world.close();
}
