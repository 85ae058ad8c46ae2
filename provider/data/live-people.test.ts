import { describe, expect, test } from "vitest";
import { Directory } from "#provider/identity/accounts.ts";
import { demoMigrations } from "#provider/seed.ts";
import { openStore } from "#provider/store/store.ts";
import { roleSum } from "./contacts.ts";
import { livePeople } from "./live-people.ts";
import { people, rolesClaim } from "./people.ts";

describe("the demo people and their contacts", () => {
  const db = openStore(":memory:", new Date("2026-03-02T08:00:00Z"), demoMigrations);

  test("to begin with, everybody holds the roles of the demo", () => {
    const claims = livePeople(db).map((person) => rolesClaim(person).sort());
    expect(claims).toEqual(people.map((person) => rolesClaim(person).sort()));
  });

  test("the next token holds what an administrator gave and took", () => {
    const directory = new Directory(livePeople(db));
    const rolesOf = (email: string) => {
      const account = directory.findByEmail("customer", email);
      return account && directory.claimsOf("customer", account).roles;
    };
    const give = db.prepare("UPDATE contacts SET portal_role = ? WHERE email = ?");
    give.run(roleSum(["Orders", "Returns"]), "ben.osei@harbourpine.example");
    give.run(roleSum(["Support"]), "nora.quinn@harbourpine.example");
    expect(rolesOf("ben.osei@harbourpine.example")).toEqual(["1001-Orders", "1001-Returns"]);
    expect(rolesOf("nora.quinn@harbourpine.example")).toEqual(["1001-Support"]);
    give.run(0, "ben.osei@harbourpine.example");
    expect(rolesOf("ben.osei@harbourpine.example")).toEqual([]);
  });
});
