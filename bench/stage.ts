import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hubPath } from "#provider/hub/hub.ts";
import { freePort } from "#server/testing/free-port.ts";
import { startChild, waitUntilAnswers, type Child, type ChildOptions } from "./child.ts";
import type { Cores } from "./cores.ts";
import { clientId, person } from "./upstream/answers.ts";
import { makeSessions } from "../tests/support/made-session.ts";

/** The repository's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Encrypts a run's sessions. */
const sessionSecret = "bench-session-secret-of-32-characters-or-more";
const SESSION_MS = 8 * 3_600_000;

/** A server that's being measured. */
export interface RunningServer {
  readonly child: Child;
  readonly url: string;
}

/** A portal with someone signed in. */
export interface RunningPortal extends RunningServer {
  /** The `Cookie` header of each session. */
  readonly cookies: readonly string[];
  /** The first of these. */
  readonly cookie: string;
}

/** The options for {@link Stage.startPortal}. */
export interface PortalOptions {
  /** The folder with another version, which is already built; undefined for this one. */
  readonly folder?: string | undefined;
  /** Whether to collect garbage on SIGUSR2. */
  readonly collectsGarbage?: boolean;
  readonly sessions?: number;
  /** How many people share the sessions. */
  readonly people?: number;
  /** What the scripted portal API answers: just a dashboard's calls, or those of other pages too. */
  readonly upstreamAnswers?: "dashboard" | "pages";
  /** Sends spans to a collector, for all requests or for the default share. */
  readonly traces?: "all" | "default";
}

/** Starts the measures' servers, each on its core; {@link Stage.close} ends them all. */
export class Stage {
  readonly cores: Cores | undefined;
  readonly folder = mkdtempSync(join(tmpdir(), "demarc-bench-"));
  readonly #children = new Set<Child>();
  #upstream: string | undefined;

  constructor(cores: Cores | undefined) {
    this.cores = cores;
  }

  /** The bare template, as `NODE_ENV=production node server.js` runs it. */
  async startTemplate(): Promise<RunningServer> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = { NODE_ENV: "production", PORT: String(port) };
    const child = this.#start({ args: ["server.js"], cwd: join(root, "bench/template"), env });
    await waitUntilAnswers(`${url}/favicon.ico`, child);
    return { child, url };
  }

  /** The portal as it runs in production, with the scripted upstream. */
  async startPortal(options: PortalOptions = {}): Promise<RunningPortal> {
    const { collectsGarbage = false, sessions = 1, people = 1, folder = root } = options;
    const { upstreamAnswers = "dashboard", traces } = options;
    const store = `sqlite:${join(mkdtempSync(join(this.folder, "portal-")), "sessions.sqlite")}`;
    const cookies = await createCookies(store, sessions, people);
    const gcOptions = collectsGarbage ? ["--expose-gc", "--import", "./bench/collect-garbage.ts"] : [];
    const upstream = await this.#upstreamUrl();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const child = this.#start({
      args: [...readNodeOptions(folder), ...gcOptions, "server.ts"],
      cwd: folder,
      env: {
        ...portalEnvironment(url, upstream, store),
        ...(upstreamAnswers === "pages" && { PORTAL_API_URL: `${upstream}/pages` }),
        ...(traces && { OTEL_EXPORTER_OTLP_ENDPOINT: upstream }),
        ...(traces === "all" && { OTEL_TRACES_SAMPLER: "always_on" }),
      },
    });
    await waitUntilAnswers(`${url}/healthz`, child);
    return { child, url, cookies, cookie: cookies[0] ?? "" };
  }

  /** Remix's own multipart parser behind an HTTP server. */
  async startRemixParser(): Promise<RunningServer> {
    const args = [...readNodeOptions(root), "bench/remix-parser.ts"];
    const child = this.#start({ args, env: { NODE_ENV: "production" }, readsFirstLine: true });
    return { child, url: `http://127.0.0.1:${await child.firstLine}` };
  }

  /** The upstream's address. It's started on first use. */
  async #upstreamUrl(): Promise<string> {
    if (this.#upstream) return this.#upstream;
    const args = ["bench/upstream/upstream.ts"];
    const child = this.#start({ args, core: this.cores?.load, readsFirstLine: true });
    return (this.#upstream = `http://127.0.0.1:${await child.firstLine}`);
  }

  async stop({ child }: RunningServer): Promise<void> {
    this.#children.delete(child);
    await child.stop();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map((child) => child.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts a process, by default on the server's core. */
  #start(options: Omit<ChildOptions, "core"> & Partial<ChildOptions>): Child {
    const child = startChild({ cwd: root, core: this.cores?.server, ...options });
    this.#children.add(child);
    return child;
  }
}

/** Creates signed-in sessions with the portal's own session code; returns each one's `Cookie` header. */
async function createCookies(store: string, count: number, people: number): Promise<readonly string[]> {
  const cookieValues = await makeSessions(store, sessionSecret, count, async (session, index) => {
    const id = `user-${index % people}`;
    // A stored session's token isn't verified again, so it can be any text.
    const token = { identityToken: `bench.${id}`, refreshToken: undefined, issuedBy: "customer" as const };
    await session.signIn({
      user: { ...person, id },
      tokens: { ...token, expiresAt: Date.now() + SESSION_MS },
    });
    session.selectAccount({ clientId, name: "Marsh & Co" });
  });
  return cookieValues.map((value) => `session=${value}`);
}

/** Node's options in `npm start`, without its environment file. */
function readNodeOptions(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const options = /\bnode ((?:--\S+ )*)server\.ts/.exec(scripts["start"] ?? "")?.[1] ?? "";
  return options.split(" ").filter((option) => option !== "" && !option.startsWith("--env-file"));
}

function portalEnvironment(url: string, upstream: string, store: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    // As in the Dockerfile.
    MALLOC_ARENA_MAX: "2",
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    ENVIRONMENT: "production",
    BRAND_NAME: "Demarc",
    SESSION_SECRET: sessionSecret,
    SESSION_STORE: store,
    DRAIN_DELAY_MS: "0",
    DEMO: "1",
    LIVE_STREAMS_PER_PERSON: "20000",
    PORTAL_API_URL: `${upstream}/api`,
    PORTAL_API_KEY: "bench-key",
    FILES_URL: `${upstream}/files`,
    UPLOADS_URL: `${upstream}/uploads`,
    UPLOAD_FILE_MB: "32",
    PORTAL_HUB_URL: `${upstream}/api${hubPath}`,
    CARD_PAYMENT_ORIGINS: upstream,
    CUSTOMER_ISSUER: `${upstream}/customer`,
    CUSTOMER_CLIENT_ID: "bench-portal",
    CUSTOMER_CLIENT_SECRET: "bench-secret",
    EMPLOYEE_AUTHORITY: `${upstream}/employee`,
    EMPLOYEE_TENANT_ID: "bench",
    EMPLOYEE_CLIENT_ID: "bench-portal",
    EMPLOYEE_CLIENT_SECRET: "bench-secret",
    BLOG_FEED_URL: `${upstream}/feeds/blog.xml`,
    BLOG_URL: `${upstream}/blog`,
    CAMPAIGN_FEED_URL: `${upstream}/feeds/campaigns.xml`,
    HELP_DESK_EMAIL: "helpdesk@bench.example",
    HELP_DESK_PHONE: "01273 000000",
    USER_GUIDE_URL: `${upstream}/user-guide.pdf`,
    TERMS_URL: `${upstream}/terms`,
    PRIVACY_URL: `${upstream}/privacy`,
    COMPLAINTS_URL: `${upstream}/complaints`,
  };
}
