/** The browsers that the tests of tests/e2e run in. */
export const engines = ["chromium", "firefox", "webkit"] as const;
export type Engine = (typeof engines)[number];

/** This run's browser. Tests that need something only one browser has ask for it (docs/browsers.md). */
export const engine: Engine = engines.find((name) => name === process.env["BROWSER"]) ?? "chromium";
