/**
 * `npm run example:aspnet`: the embedded provider, the backend in C# before it, and the portal on both. The backend serves
 * accounts, locations and the hub; it forwards every other call to the provider. Ctrl-C ends all three.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { execFileSync } from "node:child_process";
import { parseEnv } from "node:util";

const backend = "http://localhost:5080";
const running: ChildProcess[] = [];

function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): void {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  child.once("error", (error) => process.stderr.write(`${command} can't be started: ${error.message}\n`));
  child.once("exit", stop);
  running.push(child);
}

function stop(): void {
  for (const child of running) child.kill("SIGTERM");
}

const printed = execFileSync(process.execPath, ["provider/main.ts", "--print-env", `${backend}/api`], {
  encoding: "utf8",
});
const portal = parseEnv(printed);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
start(process.execPath, ["provider/main.ts"]);
start("dotnet", ["run", "--project", "examples/aspnet", "-c", "Release", "--no-launch-profile"], {
  ...portal,
  ASPNETCORE_ENVIRONMENT: "Development",
  ASPNETCORE_URLS: backend,
  FORWARD_TO: new URL(portal["CUSTOMER_ISSUER"]!).origin,
});
start(process.execPath, ["--env-file=demo.env", "server.ts"], portal);
