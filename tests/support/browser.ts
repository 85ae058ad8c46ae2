import { chromium, firefox, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright";
import { engine } from "./engine.ts";
import type { Scripts } from "./script-modes.ts";
import { firefoxPreferences, openDriven } from "./webdriver/browsers.ts";
import { findChromium, findFirefox, findHeadlessShell } from "../../scripts/find-programs.ts";

/** Playwright's options of a browser context, with the mode of scripts. */
export interface PersonOptions extends BrowserContextOptions {
  readonly scripts?: Scripts;
  /** For tests of live events. In a browser that has them, each page reloads its data at some point in its first 5 s. */
  readonly isLive?: boolean;
  /** Gets a context that nobody else uses, which a page's clock or a context's init scripts need. */
  readonly isAlone?: boolean;
}

/** The browser's own media features. If a test chooses others, each navigation has to restyle the page that it leaves. */
const ownMedia = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };

export const wideWindow = { width: 1440, height: 900 };

/** Starts this run's browser. Chromium doesn't have background traffic: it's the headless shell or, with `whole`, the full browser, for exact pixels. */
export function launchBrowser({ whole = false } = {}): Promise<Browser> {
  if (engine === "firefox") {
    const options = { channel: "moz-firefox", executablePath: findFirefox() };
    return firefox.launch({ ...options, firefoxUserPrefs: firefoxPreferences });
  }
  const args = ["--no-sandbox", "--disable-gpu", "--no-proxy-server"];
  // Axe would find too little contrast in anything that's fading in.
  if (!whole) args.push("--force-prefers-reduced-motion");
  const shell = whole ? undefined : findHeadlessShell();
  return chromium.launch({ executablePath: shell ?? findChromium(), args });
}

/** Playwright drives Chromium, and Firefox with scripts on. */
export const isDriven = (scripts: Scripts) =>
  engine === "webkit" || (engine === "firefox" && scripts === "off");

/** Opens a browser context in a wide window, with the mode of scripts. */
export async function newContext(
  launch: () => Promise<Browser>,
  { scripts = "on", isLive, isAlone: _, ...options }: PersonOptions,
) {
  const context = await (engine !== "chromium" && isDriven(scripts)
    ? (openDriven(engine, { scripts: scripts !== "off" }) as Promise<unknown> as Promise<BrowserContext>)
    : (await launch()).newContext({
        javaScriptEnabled: scripts !== "off",
        viewport: wideWindow,
        ...ownMedia,
        ...options,
      }));
  if (scripts === "broken")
    await context.route(/\/assets\/.*\.js$/, (route) =>
      route.fulfill({ status: 500, contentType: "text/javascript", body: "" }),
    );
  if (!isLive) await context.addInitScript(() => Reflect.deleteProperty(window, "EventSource"));
  context.setDefaultTimeout(30_000);
  return context;
}
