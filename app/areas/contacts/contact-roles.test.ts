import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roleNames } from "#app/request/roles.ts";
import {
  administratorRoleId,
  heldRoles,
  hiddenSum,
  includesRole,
  roleOptions,
  sumRoleIds,
} from "./contact-roles.ts";

const roles = roleNames.map((roleName, index) => ({ roleId: 2 ** index, roleName, isSelected: false }));
const numberOf = (name: string) => roles.find(({ roleName }) => roleName === name)?.roleId ?? 0;

describe("the roles of a contact", () => {
  it("are all shown but the four that are not in use, in the API's order", () => {
    const hidden = ["Tasks", "Daily Summary", "Repairs", "Order Online"];
    expect(roleOptions(roles).map(({ label }) => label)).toEqual(
      roleNames.filter((name) => !hidden.includes(name)),
    );
  });

  it("say what they grant, or take away", () => {
    const texts = Object.fromEntries(
      roleOptions(roles).map((one) => [one.label, one.abilities || one.restriction]),
    );
    expect(texts["Orders"]).toBe("view and download invoices, set up a direct debit and make a card payment");
    expect(texts["MyPortal Locked Out"]).toContain("cannot use the Customer Portal");
    expect(Object.values(texts)).not.toContain("");
  });

  it("are told apart by names without spaces and case; an unknown one is shown as it is", () => {
    const odd = [
      { roleId: 1, roleName: "DAILYSUMMARY", isSelected: false },
      { roleId: 2, roleName: "myportaladmin", isSelected: false },
      { roleId: 4, roleName: "Stargazing", isSelected: false },
    ];
    expect(
      roleOptions(odd).map(({ label, abilities, restriction }) => [label, abilities + restriction]),
    ).toEqual([
      ["myportaladmin", "create and edit locations and contacts"],
      ["Stargazing", ""],
    ]);
    expect(administratorRoleId(odd)).toBe("2");
  });

  it("add up to the same sum again, hidden and unknown ones included, whatever it was", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (sum) => {
        expect(sumRoleIds(heldRoles(roles, sum)) + hiddenSum(roles, sum)).toBe(sum);
      }),
    );
  });

  it("keep hidden ones when all shown ones go", () => {
    const sum = numberOf("Tasks") + numberOf("Orders") + 2 ** 33;
    expect(heldRoles(roles, sum)).toEqual([String(numberOf("Orders"))]);
    expect(hiddenSum(roles, sum)).toBe(numberOf("Tasks") + 2 ** 33);
  });

  it("count once, and nonsense not at all", () => {
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
