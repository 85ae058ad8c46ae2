import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { people, rolesClaim, type Person } from "#provider/data/people.ts";
import { portalSettings } from "#provider/portal-settings.ts";
import { startProvider, type RunningProvider } from "#provider/start.ts";
import { claimsOf } from "#provider/test-provider.ts";
import { freePort } from "#server/testing/free-port.ts";
import { Random } from "./random.ts";
import { ApiTap } from "../support/api-tap.ts";
import { failingFile, type FailingStore } from "../support/failing-store.ts";
import { makeSession } from "../support/made-session.ts";
import { PortalProcess, root, type LogLine } from "../support/portal-process.ts";

const secret = "a-secret-for-tests-only-0123456789abcdef";
const account = { clientId: "1001", name: "Harbour & Pine Ltd" };
const [anna] = people as [Person];

/** How long a person who got no answer waits before asking again. */
export const RETRY_MS = 250;
/** The ways to press a button. */
export const pressings = ["once", "twice", "five at once", "hung up", "two tabs", "reloaded"] as const;

/** An answer of the portal: its status, its `Location` header, and the page. */
export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** How many people run trials in parallel, and what happens meanwhile, one thing after another. */
interface Crowd {
  readonly people: number;
  readonly seed: number;
  readonly disturbances: readonly (() => unknown)[];
}

let shared: Promise<Portals> | undefined;

/** Two portals on one session store, which a test may kill at any time, and one provider. */
export class Portals {
  readonly provider: RunningProvider;
  /** Between the portals and the provider's API. */
  readonly api: ApiTap;
  /** How often a portal was killed during these trials. */
  kills = 0;
  /** Where the build is that portals are started from. */
  folder: string;
  /** The number of portals that aren't running. */
  #downCount = 0;
  readonly url: string;
  readonly #ports: readonly number[];
  readonly #store: FailingStore;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #running: PortalProcess[] = [];
  readonly #everStarted: PortalProcess[] = [];
  readonly #connections = new Agent();

  private constructor(
    { provider, api }: Pick<Portals, "provider" | "api">,
    store: FailingStore,
    url: string,
    ports: readonly number[],
    folder: string,
  ) {
    this.folder = folder;
    this.provider = provider;
    this.api = api;
    this.#store = store;
    this.url = url;
    this.#ports = ports;
    this.#environment = {
      ...portalSettings(provider.url),
      PORTAL_API_URL: api.url,
      SESSION_SECRET: secret,
      SESSION_STORE: store.address,
      ENVIRONMENT: "test",
      DEMO: "1",
      RATE_LIMIT_LINE_TESTS: "1000000",
      LOG_LEVEL: "warn",
      // Shorter than the 45 s of 'TooSlow' and than a stop waits, and long enough for a busy machine.
      API_TIMEOUT_SECONDS: "8",
    };
  }

  /** The ones shared by all files that don't need their own store or provider. They end with the process. */
  static shared(): Promise<Portals> {
    return (shared ??= Portals.start(failingFile()));
  }

  /** With `namesPayments` false, Begin names no payment id, so that returns are matched with what was begun. */
  static async start(store: FailingStore, namesPayments = true, folder = root): Promise<Portals> {
    const ports = [await freePort(), await freePort()];
    const url = `http://localhost:${ports[0]}`;
    const claims = { ...claimsOf(anna), exp: 4_102_444_800 };
    const verifyToken = async () => claims;
    // Line tests end only when a test ends them.
    const options = { portalUrl: url, verifyToken, invoices: 3000, lineTestSeconds: 86_400, namesPayments };
    const provider = await startProvider(options);
    // Each costs a few pounds, so that all of them can be paid by card.
    provider.db.exec(
      "UPDATE invoices SET total_pence = 500 + invoice_number % 997, outstanding_pence = 500 + invoice_number % 997, status = 0 WHERE invoice_number >= 1000000",
    );
    const api = await ApiTap.start(portalSettings(provider.url)["PORTAL_API_URL"]!);
    const portals = new Portals({ provider, api }, store, url, ports, folder);
    await Promise.all(ports.map((_, index) => portals.#launch(index)));
    return portals;
  }

  /** The numbers of small unpaid invoices. */
  invoices(): string[] {
    const rows = this.provider.db
      .prepare("SELECT invoice_number AS n FROM invoices WHERE invoice_number >= 1000000 ORDER BY 1")
      .all();
    return rows.map(({ n }) => String(n));
  }

  /** Creates a signed-in session; returns its cookie. */
  signIn(): Promise<string> {
    return makeSession(this.#store.direct, secret, async (session) => {
      const roles = (rolesClaim(anna) as string[]).map(String);
      const { id, firstName, lastName, email } = anna;
      const user = { id, firstName, lastName, fullName: `${firstName} ${lastName}`, email, b2c: true, roles };
      const expiresAt = Date.now() + 3_600_000;
      const tokens = {
        identityToken: "any",
        refreshToken: undefined,
        expiresAt,
        issuedBy: "customer",
      } as const;
      await session.signIn({ user, tokens });
      session.setAccounts([account]);
      session.selectAccount(account);
    });
  }

  /**
   * Sends a request to one of the two, and disconnects after `hangUpAfter` milliseconds. Undefined if no answer came, for
   * any reason.
   */
  async ask(
    which: number,
    cookie: string,
    path: string,
    fields?: URLSearchParams,
    hangUpAfter?: number,
  ): Promise<Answer | undefined> {
    // An aborted request also closes its connection, as closing a browser's tab does.
    const signal = hangUpAfter === undefined ? undefined : AbortSignal.timeout(hangUpAfter);
    try {
      const { statusCode, headers, body } = await request(`http://127.0.0.1:${this.#ports[which]}${path}`, {
        method: fields ? "POST" : "GET",
        headers: {
          host: new URL(this.url).host,
          cookie: `session=${cookie}`,
          accept: "text/html",
          ...(fields && { "content-type": "application/x-www-form-urlencoded", origin: this.url }),
        },
        body: fields?.toString() ?? null,
        dispatcher: this.#connections,
        ...(signal && { signal }),
      });
      return { status: statusCode, location: String(headers["location"] ?? ""), text: await body.text() };
    } catch {
      return undefined;
    }
  }

  /** A browser whose requests reach either portal at random. `askUntilAnswered` tries again until it has an answer. */
  browser(cookie: string, chance: Random) {
    const ask = (path: string, fields?: Record<string, string>, hangUpAfter?: number) => {
      const form = fields && new URLSearchParams({ account: account.clientId, ...fields });
      return this.ask(chance.below(2), cookie, path, form, hangUpAfter);
    };
    const askUntilAnswered = async (path: string, fields?: Record<string, string>): Promise<Answer> => {
      for (;;) {
        const answer = await ask(path, fields);
        if (answer && answer.status !== 503) return answer;
        await wait(RETRY_MS);
      }
    };
    return { ask, askUntilAnswered };
  }

  /**
   * Runs the trials by people in parallel, and each disturbance once so many of them have ended. `begin` creates a person.
   */
  async runTrials<Trial>(
    trials: Trial[],
    { people, seed, disturbances }: Crowd,
    begin: (chance: Random) => Promise<(trial: Trial) => Promise<unknown>>,
  ): Promise<void> {
    this.kills = 0;
    const trialsPerDisturbance = Math.floor(trials.length / (disturbances.length + 1));
    const left = [...disturbances];
    let last = Promise.resolve();
    let doneCount = 0;
    const person = async (index: number) => {
      const run = await begin(new Random(seed + 2 + index));
      for (let trial = trials.shift(); trial; trial = trials.shift()) {
        await run(trial);
        doneCount += 1;
        const disturb = doneCount % trialsPerDisturbance === 0 ? left.shift() : undefined;
        // Only one at a time, because the other portal must answer those who try again.
        if (disturb) last = last.then(async () => void (await disturb()));
      }
    };
    await Promise.all(Array.from({ length: people }, (_, index) => person(index)));
    await last;
  }

  /** Returns a function that tells whether both portals have been running since. */
  watchDisturbances(): () => boolean {
    const { kills } = this;
    const wereBothRunning = this.#downCount === 0;
    return () => wereBothRunning && kills === this.kills;
  }

  /** This many disturbances, each of which kills one of the two. */
  killings(count: number): (() => Promise<void>)[] {
    return Array.from({ length: count }, (_, index) => () => this.killAndRestart(index % 2));
  }

  /** Kills one of the two by `kill -9`, and starts it again on the same session file. */
  async killAndRestart(which: number): Promise<void> {
    this.kills += 1;
    this.#downCount += 1;
    this.#running[which]?.kill();
    await this.#running[which]?.ended();
    await this.#launch(which);
    this.#downCount -= 1;
  }

  /** The contents of the session files, if the store is a file. */
  sessionBytes(): readonly Buffer[] {
    const folder = dirname(this.#store.direct.slice("sqlite:".length));
    return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  }

  /** Stops one of the two in order, as a deploy does, and starts the next. */
  async deploy(which: number): Promise<void> {
    await this.#running[which]?.stop();
    await this.#launch(which);
  }

  /** What all portals have logged so far. */
  get log(): readonly LogLine[] {
    return this.#everStarted.flatMap(({ log }) => log);
  }

  async close(): Promise<void> {
    await this.#connections.close();
    await Promise.all(this.#running.map((portal) => portal.stop()));
    await this.api.close();
    await this.provider.close();
    await this.#store.close();
  }

  async #launch(which: number): Promise<void> {
    const environment = { ...this.#environment, PORT: String(this.#ports[which]) };
    const portal = await PortalProcess.start(this.url, environment, this.folder);
    this.#running[which] = portal;
    this.#everStarted.push(portal);
  }
}
