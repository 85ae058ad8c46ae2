import { addressRules } from "#provider/rules/address-rules.ts";
import { clientRules } from "#provider/rules/client-rules.ts";
import { contactRules } from "#provider/rules/contact-rules.ts";
import type { Rule } from "#provider/rules/rule.ts";
import { route, type Access, type Route } from "./route.ts";

/** `GetValidationRules` for contacts, clients and addresses. */
export function validationRuleRoutes(): Route[] {
  return [
    rulesRoute("/Contact/GetValidationRules", "account", contactRules),
    rulesRoute("/Client/GetValidationRules", "account", () => clientRules),
    rulesRoute("/Address/GetValidationRules", "account", () => addressRules),
  ];
}

/** A route that returns a form's rules, which may differ between customers and employees. */
export function rulesRoute(
  path: `/${string}`,
  access: Access,
  rules: (userType: string) => readonly Rule[],
): Route {
  return route(`GET ${path}`, access, ({ caller }) => ({
    body: rules(caller.claims.userType).map(({ description = null, parameters = null, ...rule }) => ({
      ...rule,
      description,
      parameters,
    })),
  }));
}
