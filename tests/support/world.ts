import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { afterAll, afterEach, beforeAll } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { startProvider, type RunningProvider, type StartOptions } from "#provider/start.ts";
import { inTransaction } from "#provider/store/store.ts";
import { freePort } from "#server/testing/free-port.ts";
import { ApiTap } from "./api-tap.ts";
import { PortalInProcess } from "./portal-in-process.ts";
import { PortalProcess, settingsAt, type TestPortal } from "./portal-process.ts";
import { Visitor } from "./visitor.ts";

/** A portal and a provider for tests. */
export interface World {
  readonly provider: RunningProvider;
  readonly portal: TestPortal;
  /** The proxy between the portal and its API. */
  readonly api: ApiTap;
  readonly environment: Readonly<Record<string, string>>;
  /** A new browser without cookies. */
  visitor(): Visitor;
  close(): Promise<void>;
}

/** Another card provider that the portal accepts. */
export const otherCardOrigin = "https://cards.example";
const testSecret = "a-secret-for-tests-only-0123456789abcdef";

/** The options for {@link createWorld}. */
export interface WorldOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly provider?: StartOptions;
  /** For tests that call {@link processOf}. In other suites every portal has its own process. */
  readonly ownProcess?: boolean;
}

/** The test file's world, after {@link startWorld}. */
export let world: World;

/** Runs a statement, as a template or a text, on the provider's database; returns the rows that it finds. */
export const sql = (statement: string | readonly string[], ...values: SQLInputValue[]) =>
  world.provider.db.prepare([statement].flat().join("?")).all(...values);

/** The first column of the first row that a query finds, as a text. */
export const valueOf = (query: string) => String(Object.values(sql(query)[0] ?? {})[0]);

/**
 * Call at the top of a test file: starts its world and clears faults after each test. Without options, all files of a
 * worker share one world, whose data is restored for each file; with options the file gets its own.
 */
export function startWorld(options?: WorldOptions): void {
  beforeAll(async () => {
    world = await (options ? createWorld(options) : sharedWorld());
  });
  afterAll(async () => {
    if (options) await world.close();
  });
  afterEach(() => world.provider.faults.clear());
}

let shared: Promise<{ readonly started: World; readonly restore: () => void }> | undefined;

/** The world that a worker's files share, which run one after the other. Restores its data and clears its logs. */
async function sharedWorld(): Promise<World> {
  shared ??= createWorld().then((started) => ({ started, restore: snapshotData(started.provider.db) }));
  const { started, restore } = await shared;
  restore();
  const { api, portal } = started;
  for (const list of [api.calls, api.abandoned]) list.length = 0;
  portal.clearOutput();
  return started;
}

/** Copies the provider's data; returns a function that restores it. */
function snapshotData(db: DatabaseSync): () => void {
  // Not restored: the provider caches totals by revision, and the portal remembers what was done about a check by its
  // id.
  const notRestored = ["invoice_revision", "line_fault_checks"];
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !notRestored.includes(name));
  db.exec("ATTACH ':memory:' AS kept");
  for (const name of tables) db.exec(`CREATE TABLE kept.${name} AS SELECT * FROM main.${name}`);
  return () =>
    inTransaction(db, () => {
      db.exec("PRAGMA defer_foreign_keys = ON");
      for (const name of tables)
        db.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM kept.${name}`);
    });
}

/** Starts a portal, in this process if the suite runs its portals there (vitest.config.ts). */
export function startPortal(
  url: string,
  environment: Readonly<Record<string, string>>,
  ownProcess = !process.env["PORTAL_IN_PROCESS"],
): Promise<TestPortal> {
  const settings = { ...settingsAt(url), ...environment };
  return ownProcess ? PortalProcess.start(url, settings) : PortalInProcess.start(url, settings);
}

/** Starts the built portal with an embedded provider in this process, so that tests can use its data and faults. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const url = `http://localhost:${await freePort()}`;
  // Line tests only end when a test ends them.
  const provider = await startProvider({
    portalUrl: url,
    lineTestSeconds: 86_400,
    incidents: [],
    passwordCost: 2,
    ...options.provider,
  });
  const settings = portalSettings(provider.url);
  const api = await ApiTap.start(settings["PORTAL_API_URL"] ?? "", provider.handle);
  const environment = {
    SESSION_SECRET: testSecret,
    SESSION_STORE: "sqlite::memory:",
    ENVIRONMENT: "test",
    DEMO: "1",
    RATE_LIMIT_LINE_TESTS: "1000000",
    ...settings,
    PORTAL_HUB_URL: `${settings["PORTAL_API_URL"]}/Hub/myportalalerts`,
    PORTAL_API_URL: api.url,
    CARD_PAYMENT_ORIGINS: `${settings["CARD_PAYMENT_ORIGINS"]},${otherCardOrigin}`,
    ...options.environment,
  };
  const portal = await startPortal(url, environment, options.ownProcess);
  return {
    provider,
    portal,
    api,
    environment,
    visitor: () => new Visitor(url),
    async close() {
      await portal.stop();
      await api.close();
      await provider.close();
    },
  };
}
