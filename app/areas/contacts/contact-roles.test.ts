import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roleNames } from "#shared/portal-api/role-names.ts";
import {
  findRoleId,
  hiddenSum,
  includesRole,
  roleOptions,
  shownRoleIds,
  sumRoleIds,
} from "./contact-roles.ts";

const roles = roleNames.map((roleName, index) => ({ roleId: 2 ** index, roleName, isSelected: false }));
const roleIdOf = (name: string) => roles.find(({ roleName }) => roleName === name)?.roleId ?? 0;

describe("contact roles", () => {
  it("are all offered except the four unused ones, in the API's order", () => {
    const hidden = ["Tasks", "Daily Summary", "Repairs", "Order Online"];
    expect(roleOptions(roles).map(({ label }) => label)).toEqual(
      roleNames.filter((name) => !hidden.includes(name)),
    );
  });

  it("are described by what they grant or take away", () => {
    const texts = Object.fromEntries(
      roleOptions(roles).map(({ label, allows, restriction }) => [label, allows || restriction]),
    );
    expect(texts["Orders"]).toBe("view and download invoices, set up a direct debit and make a card payment");
    expect(texts["MyPortal Locked Out"]).toContain("can't use the Customer Portal");
    expect(Object.values(texts)).not.toContain("");
  });

  it("are recognised whatever the spaces and case of their names; unknown ones are offered too", () => {
    const oddlySpelled = [
      { roleId: 1, roleName: "DAILYSUMMARY", isSelected: false },
      { roleId: 2, roleName: "myportaladmin", isSelected: false },
      { roleId: 4, roleName: "Stargazing", isSelected: false },
    ];
    expect(
      roleOptions(oddlySpelled).map(({ label, allows, restriction }) => [label, allows + restriction]),
    ).toEqual([
      ["myportaladmin", "create and edit locations and contacts"],
      ["Stargazing", ""],
    ]);
    expect(findRoleId(oddlySpelled, "myportaladmin")).toBe(2);
  });

  it("that are shown, that are hidden and that no role has add up to the original sum", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (sum) => {
        expect(sumRoleIds(shownRoleIds(roles, sum)) + hiddenSum(roles, sum)).toBe(sum);
      }),
    );
  });

  it("that are hidden or that no role has are summed without the shown ones", () => {
    const sum = roleIdOf("Tasks") + roleIdOf("Orders") + 2 ** 33;
    expect(shownRoleIds(roles, sum)).toEqual([String(roleIdOf("Orders"))]);
    expect(hiddenSum(roles, sum)).toBe(roleIdOf("Tasks") + 2 ** 33);
  });

  it("count once if they were sent twice, and invalid ids are ignored", () => {
    expect(sumRoleIds(["4", "4", "1", "x", "-2", "1.5", ""])).toBe(5);
  });

  it("are found in a sum beyond 32 bits", () => {
    expect([
      includesRole(2 ** 35 + 1, 2 ** 35),
      includesRole(2 ** 35 + 1, 2 ** 34),
      includesRole(0, 1),
    ]).toEqual([true, false, false]);
  });
});
