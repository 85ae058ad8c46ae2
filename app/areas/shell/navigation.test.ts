import { expect, it } from "vitest";
import type { RoleHolder } from "#shared/roles.ts";
import { menuPageOf } from "./navigation.ts";

const context = { offersPage: (path: string) => path !== "/services/availability-checker" };
const user = { roles: ["1001-Support"] } satisfies RoleHolder;

it.each([
  ["/tickets/61", "/tickets"],
  ["/account/contacts/3", "/account"],
  ["/invoices/410324", "/dashboard"],
  ["/ticketsandmore", "/dashboard"],
  ["/services/availability-checker/confirm", "/dashboard"],
  ["/switch-account", "/dashboard"],
  ["//evil.example/tickets", "/dashboard"],
])("the menu page of %s is %s for a user with only the Support role", (pathname, page) => {
  expect(menuPageOf(pathname, user, "1001", context)).toBe(page);
});
