import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hubPath } from "#provider/hub/hub.ts";
import { startChild, untilAnswers, type Child } from "./child.ts";
import type { Cores } from "./cores.ts";
import { identityClientId } from "./upstream/identity.ts";
import { freePort } from "../tests/support/free-port.ts";
import { Visitor, type Page } from "../tests/support/visitor.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Seals the sessions of a run; they live as long as the run. */
export const sessionSecret = "bench-session-secret-of-32-characters-or-more";

/** A server under measurement. */
export interface Served {
  readonly child: Child;
  readonly url: string;
}

export interface PortalOptions {
  /** Options for Node itself, e.g. `--expose-gc`. */
  readonly node?: readonly string[];
  /** A session store that exists already. */
  readonly sessionFile?: string;
}

/** What measures work with: processes on their cores, all ended by {@link Stage.close}. */
export class Stage {
  readonly cores: Cores | undefined;
  readonly folder = mkdtempSync(join(tmpdir(), "demarc-bench-"));
  readonly #children = new Set<Child>();
  #upstream: { readonly url: string } | undefined;
  #files = 0;

  constructor(cores: Cores | undefined) {
    this.cores = cores;
  }

  /** The bare template, as `NODE_ENV=production node server.js` runs it. */
  async startTemplate(): Promise<Served> {
    const port = await freePort();
    const child = this.#start({
      args: ["server.js"],
      cwd: join(root, "bench/template"),
      env: { NODE_ENV: "production", PORT: String(port) },
      core: this.cores?.server,
    });
    const url = `http://localhost:${port}`;
    await untilAnswers(`${url}/favicon.ico`, child);
    return { child, url };
  }

  /** The portal against the scripted upstream, as production runs it. */
  async startPortal(options: PortalOptions = {}): Promise<Served> {
    const { node = [], sessionFile = this.newSessionFile() } = options;
    const upstream = await this.#upstreamUrl();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const child = this.#start({
      args: [...nodeOptionsOfStart(), ...node, "server.ts"],
      cwd: root,
      env: portalEnvironment(url, upstream, sessionFile),
      core: this.cores?.server,
    });
    await untilAnswers(`${url}/healthz`, child);
    return { child, url };
  }

  /** Remix's own multipart parser behind an HTTP server. */
  async startRemixParser(): Promise<Served> {
    const child = this.#start(
      {
        args: [...nodeOptionsOfStart(), "bench/remix-parser.ts"],
        cwd: root,
        core: this.cores?.server,
        env: { NODE_ENV: "production" },
      },
      true,
    );
    return { child, url: `http://127.0.0.1:${await child.firstLine}` };
  }

  /** The upstream, started when first asked for. */
  async #upstreamUrl(): Promise<string> {
    if (this.#upstream) return this.#upstream.url;
    const child = this.#start(
      { args: ["bench/upstream/upstream.ts"], cwd: root, core: this.cores?.load },
      true,
    );
    this.#upstream = { url: `http://127.0.0.1:${await child.firstLine}` };
    return this.#upstream.url;
  }

  newSessionFile(): string {
    this.#files += 1;
    return join(this.folder, `sessions-${this.#files}.sqlite`);
  }

  async stop({ child }: Served): Promise<void> {
    this.#children.delete(child);
    await child.stop();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map((child) => child.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(options: Parameters<typeof startChild>[0], listen = false): Child {
    const child = startChild(options, listen);
    this.#children.add(child);
    return child;
  }
}

/** Signs in through the real pages; the dashboard that it ends on, and the `Cookie` header of whoever is signed in. */
export async function signIn({
  url,
}: Served): Promise<{ readonly dashboard: Page; readonly cookie: string }> {
  const visitor = new Visitor(url);
  const dashboard = await visitor.follow(await visitor.post("/login"));
  if (dashboard.status !== 200 || new URL(dashboard.url).pathname !== "/dashboard")
    throw new Error(`The sign-in ended at ${dashboard.url} with ${dashboard.status}`);
  const cookie = visitor.cookies().map(({ name, value }) => `${name}=${value}`);
  return { dashboard, cookie: cookie.join("; ") };
}

/** The options for Node that `npm start` runs the portal with; the environment is the benchmark's own. */
function nodeOptionsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const options = /\bnode ((?:--\S+ )*)server\.ts/.exec(scripts["start"] ?? "")?.[1] ?? "";
  return options.split(" ").filter((option) => option !== "" && !option.startsWith("--env-file"));
}

function portalEnvironment(url: string, upstream: string, sessionFile: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    ENVIRONMENT: "production",
    SESSION_SECRET: sessionSecret,
    SESSION_STORE: `sqlite:${sessionFile}`,
    DRAIN_DELAY_MS: "0",
    DEMO: "1",
    LIVE_STREAMS_PER_PERSON: "20000",
    PORTAL_API_URL: `${upstream}/api`,
    PORTAL_API_KEY: "bench-key",
    FILES_URL: `${upstream}/files`,
    UPLOADS_URL: `${upstream}/uploads`,
    UPLOAD_FILE_MB: "32",
    PORTAL_HUB_URL: `${upstream}/api${hubPath}`,
    CUSTOMER_ISSUER: `${upstream}/customer`,
    CUSTOMER_CLIENT_ID: identityClientId,
    CUSTOMER_CLIENT_SECRET: "bench-secret",
    EMPLOYEE_AUTHORITY: `${upstream}/employee`,
    EMPLOYEE_TENANT_ID: "bench",
    EMPLOYEE_CLIENT_ID: identityClientId,
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
