import { parseArgs } from "node:util";
import { readConfig } from "./config.ts";
import { demoToken } from "./identity/demo-token.ts";
import { demoMigrations } from "./seed.ts";
import { openStore } from "./store/store.ts";

const usage = `Prints an identity token for one of the demo users, like those that the embedded provider issues. It lasts an hour.

  npm run --silent provider:token -- <first name>

  anna has every role in account 1001; nora belongs to that account but has no roles.
`;

/** Signs the token with the provider's stored keys, whether or not it's running. Returns the process's exit code. */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = ""] = positionals;
  const { url, host, port, data } = readConfig();
  const store = openStore(data, new Date(), demoMigrations);
  const token = await demoToken(store, url ?? `http://${host}:${port}`, name);
  store.close();
  if (token === undefined) process.stderr.write(usage);
  else process.stdout.write(`${token}\n`);
  return token === undefined ? 64 : 0;
}

process.exitCode = await main();
