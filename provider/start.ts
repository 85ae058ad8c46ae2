import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabaseSync } from "node:sqlite";
import { pino, type Logger } from "pino";
import { peopleWithCurrentRoles } from "./data/people-with-current-roles.ts";
import { demoSecrets } from "./demo-secrets.ts";
import demoIncidents from "./feeds/status.json" with { type: "json" };
import type { DemoIncident } from "./feeds/status.ts";
import { createIdentity } from "./identity/identity.ts";
import type { VerifyToken } from "./identity/tokens.ts";
import { raiseInvoiceCount } from "./invoices/bulk-invoices.ts";
import { demoMigrations } from "./seed.ts";
import { attachSite, createSite, type Site } from "./site.ts";
import { openStore } from "./store/store.ts";

/** Options for {@link startProvider}, all of which have defaults. */
export interface StartOptions {
  readonly port?: number;
  readonly host?: string;
  readonly url?: string;
  readonly data?: string;
  readonly portalUrl?: string;
  readonly apiKey?: string;
  readonly clientSecrets?: { readonly customer: string; readonly employee: string };
  /** How long identity tokens last. A short time lets tests try renewal. */
  readonly tokenSeconds?: number;
  /** The minimum number of invoices for Harbour & Pine Ltd, for tests with large lists. */
  readonly invoices?: number;
  /** How long a line test takes. Tests end theirs with {@link RunningProvider.finishLineTests}. */
  readonly lineTestSeconds?: number;
  /** The incidents in the status feed; by default those in status.json. */
  readonly incidents?: readonly DemoIncident[];
  /** Whether Begin's answer has the payment's id. False tests what other APIs do. */
  readonly namesPayments?: boolean;
  /** Where the hub's events go on to: `{url}/{event}/{account}`. By default nowhere. */
  readonly eventsUrl?: string | undefined;
  readonly now?: () => Date;
  readonly log?: Logger;
  /** Tests replace the identity provider's own. */
  readonly verifyToken?: VerifyToken;
  /** The work that hashing a password takes (scrypt's N). Tests, which sign in hundreds of times, choose a low number. */
  readonly passwordCost?: number;
}

/** A running provider, with its database and controls for tests. */
export interface RunningProvider extends Pick<Site, "handle" | "faults" | "raise" | "finishLineTests"> {
  readonly url: string;
  readonly db: DatabaseSync;
  /** Ends every connection and closes the database. */
  close(): Promise<void>;
}

/** Starts the embedded provider; resolves once it's listening. Throws if the port or the database isn't available. */
export async function startProvider(options: StartOptions = {}): Promise<RunningProvider> {
  const now = options.now ?? (() => new Date());
  const log = options.log ?? pino({ level: "silent" });
  const portalUrl = options.portalUrl ?? "http://localhost:3000";
  const db = openStore(options.data ?? ":memory:", now(), demoMigrations);
  raiseInvoiceCount(db, options.invoices ?? 0);
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 });
  server.on("request", answerStarting);
  let closeSite = () => {};
  try {
    // Listens first, because only then do we know the port, and so the issuer's address.
    const url = options.url ?? (await listen(server, options));
    const identity = await createIdentity({
      url,
      portalUrl,
      clientSecrets: options.clientSecrets ?? {
        customer: demoSecrets.customerClientSecret,
        employee: demoSecrets.employeeClientSecret,
      },
      people: peopleWithCurrentRoles(db),
      store: db,
      now,
      tokenSeconds: options.tokenSeconds,
      passwordCost: options.passwordCost,
      onFault: (fault) => log.error({ err: fault }, "identity failed"),
    });
    const verifyToken = options.verifyToken ?? identity.verifyToken;
    const apiKey = options.apiKey ?? demoSecrets.portalApiKey;
    const { lineTestSeconds = 20, incidents = demoIncidents, namesPayments = true } = options;
    const siteDefaults = { lineTestSeconds, incidents, namesPayments, eventsUrl: options.eventsUrl };
    const site = createSite({ url, portalUrl, apiKey, db, now, log, verifyToken, identity, ...siteDefaults });
    closeSite = site.close;
    server.off("request", answerStarting);
    attachSite(server, site);
    if (!server.listening) await listen(server, options);
    return {
      url,
      db,
      handle: site.handle,
      faults: site.faults,
      raise: site.raise,
      finishLineTests: site.finishLineTests,
      close: () => close(server, closeSite, db),
    };
  } catch (error) {
    await close(server, closeSite, db);
    throw error;
  }
}

const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "1" }).end();
};

async function listen(server: Server, { host = "127.0.0.1", port = 0 }: StartOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const { address, port: actual, family } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${actual}`;
}

async function close(server: Server, closeSite: () => void, db: DatabaseSync): Promise<void> {
  closeSite();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  db.close();
}
