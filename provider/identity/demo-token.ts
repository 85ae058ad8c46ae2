import type { DatabaseSync } from "node:sqlite";
import { importJWK, SignJWT } from "jose";
import { peopleWithCurrentRoles } from "#provider/data/people-with-current-roles.ts";
import { portalSettings } from "#provider/portal-settings.ts";
import { loadKeys } from "./keys.ts";
import { Directory } from "./logins.ts";

/**
 * A demo person's identity token, by first name, as the provider at this address issues it to the portal. It's valid
 * for an hour unless `lifetime` says otherwise. Undefined if nobody has that name.
 */
export async function demoToken(
  store: DatabaseSync,
  url: string,
  firstName: string,
  lifetime = "1h",
): Promise<string | undefined> {
  const people = peopleWithCurrentRoles(store);
  const person = people.find((someone) => someone.firstName.toLowerCase() === firstName.toLowerCase());
  if (!person) return undefined;
  const settings = portalSettings(url);
  const tenant = person.userType.toUpperCase();
  const { signing } = await loadKeys(store, person.userType);
  const claims = new Directory(people).claimsOf(person.userType, { ...person, person });
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: signing.kid })
    .setIssuer(settings[`${tenant}_ISSUER`] ?? "")
    .setAudience(settings[`${tenant}_CLIENT_ID`] ?? "")
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(await importJWK(signing, "RS256"));
}
