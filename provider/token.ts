import { parseArgs } from "node:util";
import { importJWK, SignJWT } from "jose";
import { readConfig } from "./config.ts";
import { livePeople } from "./data/live-people.ts";
import { Directory } from "./identity/accounts.ts";
import { loadKeys } from "./identity/keys.ts";
import { portalSettings } from "./portal-settings.ts";
import { demoMigrations } from "./seed.ts";
import { openStore } from "./store/store.ts";

const usage = `Prints an identity token of a person of the demo, as the embedded provider issues it, good for an hour.

  npm run --silent provider:token -- <first name>     anna has every role of account 1001, nora is one of its people without a role
`;
const HOUR_S = 3600;

/** Signs the token with the provider's stored keys; it needn't run. Returns the exit code of the process. */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = ""] = positionals;
  const { url, port, data } = readConfig();
  const store = openStore(data, new Date(), demoMigrations);
  const person = livePeople(store).find(({ firstName }) => firstName.toLowerCase() === name.toLowerCase());
  if (!person) {
    process.stderr.write(usage);
    return 64;
  }
  const tenant = person.userType;
  const settings = portalSettings(url ?? `http://127.0.0.1:${port}`);
  const { signing } = await loadKeys(store, tenant);
  const claims = new Directory(livePeople(store)).claimsOf(tenant, { ...person, person });
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: signing.kid })
    .setIssuer(settings[`${tenant.toUpperCase()}_ISSUER`]!)
    .setAudience(settings[`${tenant.toUpperCase()}_CLIENT_ID`]!)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + HOUR_S)
    .sign(await importJWK(signing, "RS256"));
  store.close();
  process.stdout.write(`${token}\n`);
  return 0;
}

process.exitCode = await main();
