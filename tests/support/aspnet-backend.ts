import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { decodeJwt } from "jose";
import { vi } from "vitest";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { portalSettings } from "#provider/portal-settings.ts";
import { findDotnet } from "../../scripts/find-programs.ts";

const FOLDER = "examples/aspnet";
const RECORD = `${FOLDER}/wire.json`;
/** What the backend answers itself. It forwards the rest. */
const OWN = /^\/api\/(Address\/|Client\/(MyAccounts|GetSummaryDetails))/i;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}
interface Wire {
  /** A hash of the sources that gave these answers. */
  readonly sources: string;
  /** The answers to equal requests, in order, by {@link requestKey}. */
  readonly answers: Record<string, Answer[]>;
}

/** The record doesn't have this request, so it has to be made again. */
const NOT_RECORDED: Answer = { status: 599, type: "", body: "" };

/** Microsoft's SDK, if it's installed with the packages; undefined with WIRE=replay. */
const dotnet = process.env["WIRE"] === "replay" ? undefined : findDotnet();
const restored = dotnet
  ? spawnSync(dotnet, ["restore", FOLDER, "--locked-mode"], { stdio: "ignore" })
  : undefined;
/** Whether the backend itself runs, with its hub. Otherwise we replay its recorded answers. */
export const runsBackend = restored?.status === 0;
if (!runsBackend)
  process.stderr.write(
    "No .NET SDK or no packages: examples/aspnet isn't built, its answers are replayed.\n",
  );

/** Whether this run writes the record. */
const records = process.env["WIRE"] === "record";
const readWire = () => JSON.parse(readFileSync(RECORD, "utf8")) as Wire;
/** The hash of the sources that gave the recorded answers. */
export const recordedHash = () => (records ? sourcesHash() : readWire().sources);

/** A hash of the example's sources. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  const names = readdirSync(FOLDER).filter((name) => /\.(cs|csproj)$/.test(name));
  for (const name of names.toSorted()) hash.update(name).update(readFileSync(`${FOLDER}/${name}`));
  return hash.digest("hex");
}

/** Listens at `port` as the C# backend, which itself runs at `hubPort` with the provider behind it. Without the SDK it replays the recorded answers and has no hub. If WIRE=record is set, closing it writes the record. */
export async function startAspnet({
  port,
  hubPort,
  providerPort,
}: Readonly<Record<"port" | "hubPort" | "providerPort", number>>) {
  const provider = `http://127.0.0.1:${providerPort}`;
  const run = () => (dotnet && runsBackend ? runBackend(dotnet, hubPort, provider) : undefined);
  let backend = await run();
  const answers: Record<string, Answer[]> = backend ? {} : structuredClone(readWire().answers);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const key = requestKey(request);
    const isOwn = OWN.test(request.url ?? "");
    const isPlayed = isOwn && !backend;
    const answer = isPlayed
      ? (answers[key]?.shift() ?? NOT_RECORDED)
      : await ask(backend?.url ?? provider, request, body);
    if (backend && isOwn) (answers[key] ??= []).push(answer);
    response.writeHead(answer.status, answer.type ? { "content-type": answer.type } : {}).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    api: `http://127.0.0.1:${port}/api`,
    hub: backend && `${backend.url}/api/Hub/myportalalerts`,
    /** The backend's own address, without the recorder. */
    own: backend && `${backend.url}/api`,
    /** What the backend has logged since it started. */
    log: () => backend?.log() ?? "",
    /** Makes the backend's hub send an event to an account. */
    raise: (kind: string, clientId: string, argument: object) =>
      fetch(`${backend!.url}/api/Events/${kind}/${clientId}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "ocp-apim-subscription-key": demoSecrets.portalApiKey,
        },
        body: JSON.stringify(argument),
      }),
    /** Ends the backend's process, which cuts all connections, and starts it again. */
    async restart(): Promise<void> {
      await backend?.stop();
      backend = await run();
    },
    async close(): Promise<void> {
      await backend?.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      const wire: Wire = { sources: sourcesHash(), answers };
      if (records) writeFileSync(RECORD, `${JSON.stringify(wire, null, 1)}\n`);
    },
  };
}

/** What's requested, for which account, by whom, and whether the key is right; without the token or the body. */
function requestKey({ method, url, headers }: IncomingMessage): string {
  const token = headers.authorization?.replace("Bearer ", "");
  const who = token ? String(decodeJwt(token)["given_name"]) : "nobody";
  const key = headers["ocp-apim-subscription-key"] === demoSecrets.portalApiKey ? "" : " with a wrong key";
  return `${method} ${url} of ${String(headers["x-client-id"] ?? "no account")} by ${who}${key}`;
}

async function ask(
  origin: string,
  { method, url, headers: sent }: IncomingMessage,
  body: string,
): Promise<Answer> {
  const { host: _, connection: __, "content-length": ___, ...headers } = sent as Record<string, string>;
  const reply = await fetch(`${origin}${url}`, { method: method!, headers, ...(body && { body }) });
  // ASP.NET puts the request's id into its problem details, and the conformance run puts the time into what it creates.
  const answer = (await reply.text())
    .replace(/,"traceId":"[^"]*"/, "")
    .replace(/(conformance check) \w+/gi, "$1");
  return { status: reply.status, type: reply.headers.get("content-type") ?? "", body: answer };
}

async function runBackend(dotnetPath: string, port: number, provider: string) {
  const build = spawn(dotnetPath, ["build", FOLDER, "--no-restore", "-c", "Release", "-v", "q", "--nologo"], {
    stdio: "ignore",
  });
  const [code] = (await once(build, "close")) as [number];
  if (code !== 0) throw new Error(`${FOLDER} can't be built.`);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(dotnetPath, [`${FOLDER}/bin/Release/net10.0/aspnet.dll`], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...portalSettings(provider),
      ASPNETCORE_ENVIRONMENT: "Development",
      ASPNETCORE_URLS: url,
      FORWARD_TO: provider,
      Logging__LogLevel__Default: "Warning",
      "Logging__LogLevel__Microsoft.AspNetCore.Authentication": "Information",
    },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  let log = "";
  child.stdout.on("data", (data: Buffer) => (log += data.toString()));
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 200 });
  return {
    url,
    log: () => log,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
