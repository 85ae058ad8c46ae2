/**
 * `npm run example:aspnet` starts the embedded provider, the C# backend in front of it, and the portal in front of
 * both. The backend serves accounts, locations and the hub, and forwards every other call to the provider. Ctrl-C ends
 * all three, and so does the end of whatever started this.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "node:util";
import { demoPassword, people } from "#provider/data/people.ts";

type Settings = Readonly<Record<string, string | undefined>>;

const FOLDER = "examples/aspnet";
const POLL_MS = 200;
const backend = process.env["ASPNETCORE_URLS"] ?? "http://localhost:5080";
const running: ChildProcess[] = [];
let isStopping = false;

/** Starts a process that keeps running. Does nothing once we're stopping. */
function start(command: string, args: readonly string[], env: Settings): void {
  if (isStopping) return;
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  child.once("exit", () => {
    if (!isStopping) process.exitCode = 1;
    stop();
  });
  running.push(child);
}

function stop(): void {
  isStopping = true;
  for (const child of running) child.kill("SIGTERM");
}

/** Runs a command to its end; returns what it prints. If it fails, prints that and ends this process. */
function run(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: "utf8" });
  } catch (error) {
    const { stdout = "", message } = error as Error & { readonly stdout?: string };
    process.stderr.write(`${stdout}${message}\n`);
    process.exit(1);
  }
}

/** Whether a process is running; true if there's none to check, or if it's another user's. */
function isRunning(pid: number): boolean {
  try {
    return pid <= 1 || process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Waits until an address responds. */
async function answers(url: string): Promise<void> {
  const isUp = () =>
    fetch(url).then(
      ({ status }) => status < 500,
      () => false,
    );
  while (!isStopping && !(await isUp())) await sleep(POLL_MS);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
// npm starts a shell, which starts us. If someone kills one of those, we don't notice.
const shell = process.ppid;
const npm = Number(spawnSync("ps", ["-o", "ppid=", "-p", `${shell}`], { encoding: "utf8" }).stdout ?? 0);
setInterval(() => {
  if (process.ppid !== shell || !isRunning(npm)) stop();
}, POLL_MS).unref();

await import("../../scripts/build-if-stale.ts");
process.stderr.write("Building the backend…\n");
run("dotnet", ["build", FOLDER, "-c", "Release", "-v", "quiet", "--nologo"]);
const portal = parseEnv(run(process.execPath, ["provider/main.ts", "--print-env", `${backend}/api`]));
const provider = new URL(portal["CUSTOMER_ISSUER"]!).origin;

start(process.execPath, ["provider/main.ts"], { PROVIDER_EVENTS_URL: `${backend}/api/Events` });
await answers(provider);
start("dotnet", [`${FOLDER}/bin/Release/net10.0/aspnet.dll`], {
  ...portal,
  ASPNETCORE_ENVIRONMENT: "Development",
  ASPNETCORE_URLS: backend,
  FORWARD_TO: provider,
  Logging__LogLevel__Default: "Warning",
});
await answers(backend);
start(process.execPath, ["--env-file=demo.env", "server.ts"], { LOG_LEVEL: "warn", ...portal });
await answers(`${portal["PUBLIC_URL"]}/readyz`);
if (!isStopping)
  process.stdout.write(`
Ready: sign in at ${portal["PUBLIC_URL"]} as ${people[0]!.email} with the password ${demoPassword}. For a live message: npm run provider:event -- line-check
`);
