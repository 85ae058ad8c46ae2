/** Checks whether a provider follows the portal API's contract: `npm run conformance -- --help`. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { exitCodeOf, junitOf, tableOf } from "./conformance/report.ts";
import { findAccessProblem } from "./conformance/wire.ts";

const USAGE_EXIT_CODE = 64;
const NOT_ASKED_EXIT_CODE = 69;
const usage = `Makes every call in docs/portal-api.md and says what's different.

  npm run conformance -- --api URL --token TOKEN --key KEY --client ID

  --api URL          base of the portal API, or PORTAL_API_URL
  --token TOKEN      identity token of someone with every role, or CONFORMANCE_TOKEN
  --key KEY          subscription key, or PORTAL_API_KEY
  --client ID        the account, or CONFORMANCE_CLIENT
  --hub URL          the SignalR hub, or PORTAL_HUB_URL
  --other-token T    identity token of someone in the account without roles, or CONFORMANCE_OTHER_TOKEN
  --write            also makes calls that change something; use a throw-away account
  --only WHAT        only this call, such as 'GET Invoice/Details', or this area: Invoice, or Hub; may be repeated
  --json FILE        the results as JSON
  --junit FILE       the results as JUnit XML

The exit code is 0 if nothing's different, 1 if something fails, 2 if the portal only shows less,
64 if this command line is wrong, and 69 if the provider doesn't respond or refuses both key and token.
`;

/** The command line's options; undefined if they're invalid. We drop the parser's error, because it may contain a token. */
function parseOptions() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const access = { api: text, token: text, key: text, client: text, hub: text, "other-token": text };
  const only = { type: "string", multiple: true } as const;
  try {
    return parseArgs({ options: { ...access, only, write: flag, json: text, junit: text, help: flag } })
      .values;
  } catch {
    return undefined;
  }
}

/** Returns the process's exit code. */
async function main(environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  const options = parseOptions();
  const api = options?.api ?? environment["PORTAL_API_URL"];
  const token = options?.token ?? environment["CONFORMANCE_TOKEN"];
  const key = options?.key ?? environment["PORTAL_API_KEY"];
  const clientId = options?.client ?? environment["CONFORMANCE_CLIENT"];
  if (options?.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (!options || !api || !token || !key || !clientId) return printError(usage, USAGE_EXIT_CODE);
  const otherToken = options["other-token"] ?? environment["CONFORMANCE_OTHER_TOKEN"];
  const hub = options.hub ?? environment["PORTAL_HUB_URL"];
  const { only = [], write = false, json, junit } = options;
  if (!/^https?:$/.test(URL.parse(api)?.protocol ?? ""))
    return printError("--api isn't an http or https URL.", USAGE_EXIT_CODE);
  const file = [json, junit].find((path) => path !== undefined && !canWrite(path));
  if (file) return printError(`${file} can't be written.`, USAGE_EXIT_CODE);
  const conformanceOptions = { api, token, key, clientId, otherToken, hub, only, write };
  const problem = await findAccessProblem(conformanceOptions);
  if (problem) return printError(problem, NOT_ASKED_EXIT_CODE);
  // Imported here, because loading all the portal's calls takes a second.
  const { checkConformance, unknownCall } = await import("./conformance/run.ts");
  const unknownName = await unknownCall(only);
  if (unknownName)
    return printError(
      `The contract has no call '${unknownName}', and no area of that name: docs/portal-api.md has them all.`,
      USAGE_EXIT_CODE,
    );
  const results = await checkConformance(conformanceOptions);
  process.stdout.write(tableOf(results));
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  if (junit) writeFileSync(junit, junitOf(results));
  return exitCodeOf(results);
}

/** Prints an error; returns the exit code. */
function printError(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`);
  return exitCode;
}

/** Checked first, so that a run isn't wasted because its results can't be written. */
function canWrite(file: string): boolean {
  try {
    // Appending nothing keeps an earlier run's results until there are new ones.
    writeFileSync(file, "", { flag: "a" });
    return true;
  } catch {
    return false;
  }
}

process.exitCode = await main(process.env);
