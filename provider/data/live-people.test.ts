import { describe, expect, test } from "vitest";
import { Directory } from "#provider/identity/accounts.ts";
import { demoMigrations } from "#provider/seed.ts";
import { openStore } from "#provider/store/store.ts";
import { roleSum } from "./contacts.ts";
import { livePeople } from "./live-people.ts";
import { people, rolesClaim } from "./people.ts";

describe("the demo people and their contacts", () => {
  const db = openStore(":memory:", new Date("2026-03-02T08:00:00Z"), demoMigrations);

  test("initially, everybody has the roles of people.json", () => {
    const claims = livePeople(db).map((person) => rolesClaim(person).sort());
    expect(claims).toEqual(people.map((person) => rolesClaim(person).sort()));
  });

  test("the next token has the roles that an administrator has set", () => {
    const directory = new Directory(livePeople(db));
    const rolesOf = (email: string) => {
      const account = directory.findByEmail("customer", email);
      return account && directory.claimsOf("customer", account).roles;
    };
    const setRoles = db.prepare("UPDATE contacts SET portal_role = ? WHERE email = ?");
    setRoles.run(roleSum(["Orders", "Returns"]), "ben.osei@harbourpine.example");
    setRoles.run(roleSum(["Support"]), "nora.quinn@harbourpine.example");
    expect(rolesOf("ben.osei@harbourpine.example")).toEqual(["1001-Orders", "1001-Returns"]);
    expect(rolesOf("nora.quinn@harbourpine.example")).toEqual(["1001-Support"]);
    setRoles.run(0, "ben.osei@harbourpine.example");
    expect(rolesOf("ben.osei@harbourpine.example")).toEqual([]);
  });
});
