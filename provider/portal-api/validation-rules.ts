import { addressRules } from "#provider/rules/address-rules.ts";
import { clientRules } from "#provider/rules/client-rules.ts";
import { contactRules } from "#provider/rules/contact-rules.ts";
import type { Rule } from "#provider/rules/rule.ts";
import { route, type Route } from "./route.ts";

/** `GetValidationRules` of the portal's core. */
export function validationRuleRoutes(): Route[] {
  return [
    rulesOf("Contact", contactRules),
    rulesOf("Client", () => clientRules),
    rulesOf("Address", () => addressRules),
  ];
}

function rulesOf(kind: string, rules: (userType: string) => readonly Rule[]): Route {
  return route(`GET /${kind}/GetValidationRules`, "account", ({ caller }) => ({
    body: rules(caller.claims.userType).map(({ description = null, parameters = null, ...rule }) => ({
      ...rule,
      description,
      parameters,
    })),
  }));
}
