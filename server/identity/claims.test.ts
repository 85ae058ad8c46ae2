import { describe, expect, it } from "vitest";
import { claimNames, claimsRefusal, readClaims, userOf } from "./claims.ts";
import { anna as signedInAnna } from "./testing/harness.ts";

const anna = {
  sub: "2001",
  roles: ["1001-Orders"],
  name: "Anna Archer",
  given_name: "Anna",
  family_name: "Archer",
  email: "anna@example.com",
  userType: "customer",
  accounts: ["1001"],
};

function read(changes: object) {
  const claims = readClaims({ ...anna, ...changes });
  if (!claims) throw new Error("claims were not read");
  return claims;
}

describe("userOf", () => {
  it("describes a customer", () => {
    expect(userOf(read({}))).toEqual(signedInAnna);
  });

  it("describes an employee", () => {
    expect(userOf(read({ userType: "employee", oid: "o-1" }))).toMatchObject({ b2c: false, id: "o-1" });
  });

  it("accepts a role for every account only from an employee", () => {
    const roles = ["*-Orders", " *-Support", "1001-Orders"];
    expect(userOf(read({ roles, userType: "employee" })).roles).toEqual(roles);
    expect(userOf(read({ roles })).roles).toEqual(["1001-Orders"]);
  });

  it("accepts a single role as text, and reads the email from a list", () => {
    const user = userOf(read({ roles: "1001-Support", email: undefined, emails: ["a@example.com"] }));
    expect(user).toMatchObject({ roles: ["1001-Support"], email: "a@example.com" });
  });

  it("accepts roles as one text with commas", () => {
    const roles = "1001-Orders, 1001-MyPortal Admin,";
    expect(userOf(read({ roles })).roles).toEqual(["1001-Orders", "1001-MyPortal Admin"]);
  });

  it("builds the full name from the first and last names if there is no name claim", () => {
    expect(userOf(read({ name: null })).fullName).toBe("Anna Archer");
  });
});

describe("readClaims", () => {
  it.each([[{ sub: undefined }], [{ sub: "" }], [{ sub: 12 }]])("refuses %j", (changes) => {
    expect(readClaims({ ...anna, ...changes })).toBeUndefined();
  });

  it("reads claims of the wrong type as empty", () => {
    expect(userOf(read({ roles: { a: 1 }, email: 5, given_name: [] })).roles).toEqual([]);
  });
});

describe("claims with other names", () => {
  const providerClaims = {
    ...anna,
    roles: undefined,
    "https://portal.example/roles": ["1001-Support"],
    kind: "employee",
  };

  it("are read under the names in the setting", () => {
    const names = claimNames.parse("roles=https://portal.example/roles, userType=kind");
    expect(readClaims(providerClaims, names)).toMatchObject({
      roles: ["1001-Support"],
      userType: "employee",
    });
  });

  it("are no longer read under the portal's usual names", () => {
    const names = claimNames.parse("userType=kindOfUser");
    expect(readClaims(providerClaims, names)?.userType).toBe("");
  });

  it.each(["sub=email", "oid=email", "role=roles", "roles", "roles=", "=roles"])(
    "can't be configured by '%s'",
    (text) => {
      expect(claimNames.safeParse(text).success).toBe(false);
    },
  );
});

describe("refusalOf", () => {
  const admittedTypes = ["customer", "employee"];

  it("lets a customer and an employee in", () => {
    expect(claimsRefusal(read({}), admittedTypes)).toBeUndefined();
    expect(claimsRefusal(read({ userType: "Employee" }), admittedTypes)).toBeUndefined();
  });

  it.each([
    ["an unknown user type", { userType: "robot" }, "generic"],
    ["no user type", { userType: undefined }, "generic"],
    ["no accounts", { accounts: undefined }, "generic"],
    ["an empty list of accounts", { accounts: [] }, "generic"],
    ["no roles", { roles: [] }, "hasNoRoles"],
    ["no roles claim", { roles: undefined, accounts: [] }, "hasNoRoles"],
    ["the no-access role", { roles: ["1-MyPortal No Access", "1-Orders"] }, "hasNoRoles"],
    [
      "the no-access and pending-validation roles",
      { roles: ["1-MyPortal No Access", "1-MyPortal Pending Validation"] },
      "pendingValidation",
    ],
    [
      "the no-access and locked-out roles",
      { roles: ["1-myportalnoaccess", "1-MYPORTAL LOCKED OUT"] },
      "lockedOut",
    ],
  ])("refuses a person with %s", (_, changes, mode) => {
    expect(claimsRefusal(read(changes), admittedTypes)).toBe(mode);
  });

  it("lets a person in who has the pending-validation role without the no-access role", () => {
    const roles = ["1-Support", "1-MyPortal Pending Validation"];
    expect(claimsRefusal(read({ roles }), admittedTypes)).toBeUndefined();
  });
});
