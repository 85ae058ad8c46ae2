/** Tells how a provider keeps to the contract of the portal API: `npm run conformance -- --help`. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { exitCodeOf, junitOf, tableOf } from "./conformance/report.ts";
import { checkConformance } from "./conformance/run.ts";

const USAGE_EXIT_CODE = 64;
const usage = `Asks a provider every call of docs/portal-api.md and tells what differs.

  npm run conformance -- --api URL --token TOKEN --key KEY --client ID

  --api URL          base of the portal API, or PORTAL_API_URL
  --token TOKEN      identity token of somebody with every role, or CONFORMANCE_TOKEN
  --key KEY          subscription key, or PORTAL_API_KEY
  --client ID        the account, or CONFORMANCE_CLIENT
  --other-token T    of somebody of the account without roles, or CONFORMANCE_OTHER_TOKEN
  --write            also what changes something; for a throw-away account
  --only CALL        this call alone, such as 'GET Invoice/Details'; may be repeated
  --json FILE        the results as JSON
  --junit FILE       the results as JUnit XML

Ends with 0 where nothing differs, 1 where something fails, 2 where the portal only shows less.
`;

/** Undefined where the command line is not understood: what the parser says of it might hold a token. */
function optionsOf() {
  const text = { type: "string" } as const;
  const yes = { type: "boolean" } as const;
  const access = { api: text, token: text, key: text, client: text, "other-token": text };
  const only = { type: "string", multiple: true } as const;
  try {
    return parseArgs({ options: { ...access, only, write: yes, json: text, junit: text, help: yes } }).values;
  } catch {
    return undefined;
  }
}

/** Answers the process's exit code. */
async function main(environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  const options = optionsOf();
  const api = options?.api ?? environment["PORTAL_API_URL"];
  const token = options?.token ?? environment["CONFORMANCE_TOKEN"];
  const key = options?.key ?? environment["PORTAL_API_KEY"];
  const clientId = options?.client ?? environment["CONFORMANCE_CLIENT"];
  if (!options || options.help || !api || !token || !key || !clientId) {
    process.stderr.write(usage);
    return options?.help ? 0 : USAGE_EXIT_CODE;
  }
  const otherToken = options["other-token"] ?? environment["CONFORMANCE_OTHER_TOKEN"];
  const { only = [], write = false, json, junit } = options;
  const results = await checkConformance({ api, token, key, clientId, otherToken, only, write });
  process.stdout.write(tableOf(results));
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  if (junit) writeFileSync(junit, junitOf(results));
  return results.length === 0 ? USAGE_EXIT_CODE : exitCodeOf(results);
}

process.exitCode = await main(process.env);
