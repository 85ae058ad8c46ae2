import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, Capabilities, WebDriver } from "selenium-webdriver";
import { freePort } from "#server/testing/free-port.ts";
import { valueWithin } from "#shared/time/within.ts";
import { DrivenContext } from "./context.ts";
import { Marionette } from "./marionette.ts";
import { AlteringProxy } from "./proxy.ts";
import { findFirefox, findWebKit } from "../../../scripts/find-programs.ts";

/** How long a browser may take to start. */
const START_MS = 20_000;

interface Options {
  readonly scripts: boolean;
}

/** Every Firefox of a run. Without a screen it would count as one without a mouse. */
export const firefoxPreferences = {
  "ui.primaryPointerCapabilities": 6,
  "ui.allPointerCapabilities": 6,
  "ui.prefersReducedMotion": 1,
  // A window is as wide as its page, as it is in Chromium's headless shell.
  "ui.useOverlayScrollbars": 1,
  // The list of downloads, which opens over the page, would take its Enter and Backspace.
  "browser.download.alwaysOpenPanel": false,
  // One process for all pages, and none in advance, which would double what a run costs.
  "dom.ipc.processCount": 1,
  "dom.ipc.processPrelaunch.enabled": false,
  "fission.webContentIsolationStrategy": 0,
  "media.rdd-process.enabled": false,
};

/** Questions are the test's to answer. With scripts a test also waits on its own, because it may hold some of them back. */
const commonOf = (scripts: boolean) => ({
  unhandledPromptBehavior: "ignore",
  pageLoadStrategy: scripts ? "none" : "normal",
});

/** What ends when the tests do, however they end. */
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach(end));

/** Starts a program with its children in a group of their own. */
function start(
  program: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, ...more },
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

function end(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGKILL");
}

/** What the browser writes, its profile and what it downloads, has a folder of its own. */
const newFolder = () => mkdtempSync(join(tmpdir(), "browser-"));

/** Opens a browser that WebDriver drives: WebKit's MiniBrowser, or Firefox with scripts off, which Playwright can't. */
export async function openDriven(browser: "firefox" | "webkit", options: Options): Promise<DrivenContext> {
  const proxy = new AlteringProxy();
  const address = await proxy.listen();
  const { driver, child } = await (browser === "webkit" ? openWebKit : openFirefox)(address, options);
  return new DrivenContext(driver, proxy, {
    runsScripts: options.scripts,
    async end() {
      await driver.quit().catch(() => undefined);
      end(child);
      proxy.close();
    },
  });
}

let display: Promise<string> | undefined;

/** The screen of this process's browsers: those of WebKit have no other way to be out of sight. */
async function newDisplay(xvfb: string): Promise<string> {
  const server = start(xvfb, ["-displayfd", "3", "-screen", "0", "2600x2000x24", "-nolisten", "tcp"]);
  const [number] = (await once(server.stdio[3]!, "data")) as [Buffer];
  return `:${number.toString().trim()}`;
}

async function openWebKit(proxy: string, { scripts }: Options) {
  const webKit = findWebKit();
  if (!webKit)
    throw new Error("No WebKit found. Install it (Debian: apt-get install webkit2gtk-driver xvfb dbus).");
  const { webDriver, miniBrowser, xvfb, dbus } = webKit;
  display ??= newDisplay(xvfb);
  const args = ["--automation", "--full-screen", `--enable-javascript=${scripts}`];
  const capabilities = new Capabilities(commonOf(scripts))
    .set("browserName", "MiniBrowser")
    .set("proxy", { proxyType: "manual", httpProxy: proxy })
    .set("webkitgtk:browserOptions", { binary: miniBrowser, args });
  // Now and then a MiniBrowser starts without ever answering its driver.
  for (let tries = 0; tries < 3; tries += 1) {
    const port = await freePort();
    const home = newFolder();
    const own = { DISPLAY: await display, HOME: home, XDG_CACHE_HOME: home };
    const child = start(dbus, ["--", webDriver, `--port=${port}`], own);
    const url = `http://127.0.0.1:${port}`;
    await listens(url);
    const session = new Builder().usingServer(url).withCapabilities(capabilities).build();
    const driver = await valueWithin(
      START_MS,
      Promise.resolve(session).catch(() => undefined),
    );
    if (driver) return { driver, child };
    end(child);
  }
  throw new Error("MiniBrowser doesn't start.");
}

async function openFirefox(proxy: string, { scripts }: Options) {
  const port = await freePort();
  const profile = newFolder();
  const [host, proxyPort] = proxy.split(":");
  const preferences = {
    ...firefoxPreferences,
    "marionette.port": port,
    "toolkit.legacyUserProfileCustomizations.stylesheets": true,
    "javascript.enabled": scripts,
    "network.proxy.type": 1,
    "network.proxy.http": host,
    "network.proxy.http_port": Number(proxyPort),
    "network.proxy.allow_hijacking_localhost": true,
    "browser.download.folderList": 2,
    "browser.download.dir": profile,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, "user.js"), lines.join(""));
  // The browser's own style sheet doesn't let a window be as narrow as a phone.
  mkdirSync(join(profile, "chrome"));
  writeFileSync(join(profile, "chrome/userChrome.css"), ":root { min-width: 0 !important; }");
  const child = start(findFirefox()!, ["--headless", "--marionette", "--no-remote", "--profile", profile]);
  const executor = await Marionette.connect(port);
  const capabilities = new Capabilities(commonOf(scripts));
  const driver = WebDriver.createSession(executor as never, capabilities);
  await driver.getSession();
  return { driver, child };
}

/** Waits until the driver answers. */
async function listens(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(`${url}/status`).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The driver did not answer in time.");
}
