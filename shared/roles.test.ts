import { describe, expect, expectTypeOf, it } from "vitest";
import { roleNames } from "./portal-api/role-names.ts";
import { hasRole, hasRoleAnywhere, parseRole, roleKey, type RoleKey } from "./roles.ts";

describe("parseRole", () => {
  it("divides client id and role name", () => {
    expect(parseRole("1001-MyPortal Admin")).toEqual({ clientId: "1001", role: "myportaladmin" });
  });

  it("accepts a client id with hyphens", () => {
    expect(parseRole("7f0c-11ee-be56-Orders")).toEqual({ clientId: "7f0c-11ee-be56", role: "orders" });
  });

  it.each(["", "-", "Orders", "-Orders", "1001-", "1001-Emperor", "1001-constructor", "1001-__proto__"])(
    "is undefined for %j",
    (text) => {
      expect(parseRole(text)).toBeUndefined();
    },
  );

  it.each(roleNames)("accepts %s in any case, with or without spaces", (name) => {
    const key = roleKey(name);
    expect(parseRole(`1-${name.toUpperCase()}`)?.role).toBe(key);
    expect(parseRole(`1-${name.replaceAll(" ", "")}`)?.role).toBe(key);
  });
});

describe("hasRole", () => {
  const user = { roles: ["1001-Orders", "1002-MyPortalSwitchAccount", "1003-my portal SWITCH account"] };

  it("counts a role only for its account", () => {
    expect(hasRole(user, "1001", "Orders")).toBe(true);
    expect(hasRole(user, "1002", "Orders")).toBe(false);
    // Ids that begin or end alike.
    expect(hasRole({ roles: ["10011-Orders", "11001-Orders"] }, "1001", "Orders")).toBe(false);
    expect(hasRole({ roles: ["100-Orders"] }, "1001", "Orders")).toBe(false);
  });

  it("compares without spaces and case", () => {
    expect(hasRole({ roles: ["1002-DevicesShop"] }, "1002", "Devices Shop")).toBe(true);
    expect(hasRole({ roles: ["1003-devices SHOP"] }, "1003", "Devices Shop")).toBe(true);
  });

  it("counts the role to switch accounts for every account", () => {
    for (const clientId of ["1001", "1003", undefined])
      expect(hasRole(user, clientId, "MyPortal Switch Account")).toBe(true);
    expect(hasRole({ roles: ["1001-Orders"] }, "1001", "MyPortal Switch Account")).toBe(false);
  });

  it("is never true without an account", () => {
    expect(hasRole({ roles: ["undefined-Support"] }, undefined, "Support")).toBe(false);
  });

  it("finds a role held anywhere", () => {
    expect(hasRoleAnywhere(user, "MyPortal Switch Account")).toBe(true);
    expect(hasRoleAnywhere(user, "Support")).toBe(false);
  });

  it("counts a role for all accounts ('*') in addition to those for one account", () => {
    const employee = { roles: ["*-Orders", "1002-MyPortal No Access"] };
    expect(hasRole(employee, "1001", "Orders")).toBe(true);
    expect(hasRole(employee, "1002", "MyPortal No Access")).toBe(true);
    expect(hasRole(employee, "1001", "MyPortal No Access")).toBe(false);
    expect(hasRole(employee, undefined, "Orders")).toBe(false);
  });

  it("types role keys as lower-case names without spaces", () => {
    expectTypeOf<"myportalswitchaccount">().toExtend<RoleKey>();
    expectTypeOf<"emperor">().not.toExtend<RoleKey>();
  });
});
