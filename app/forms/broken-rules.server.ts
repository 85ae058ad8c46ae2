import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { AnyForm } from "./define-form.ts";
import { severities, type Finding, type Findings } from "./judge.ts";
import { toField } from "./rule-checks.ts";

/** The API's broken rules by the field that shows them; "" if the form has no such field. */
export function brokenRulesByField(
  form: AnyForm,
  { brokenRules, serverText, message }: Pick<PortalApiError, "brokenRules" | "serverText" | "message">,
): Findings {
  const found: Record<string, readonly Finding[]> = {};
  for (const { property, ruleName, description, severity } of brokenRules) {
    const field = form.showAt?.[toField(property)] ?? toField(property);
    const isKnown = Object.hasOwn(form.fields, field) || Object.hasOwn(form.lists ?? {}, field);
    const isWarning = ruleName === "MarketingPreferencesWarning";
    const finding: Finding = {
      severity: isWarning ? "warning" : (severities[severity] ?? "error"),
      text: description.trim() || "Value is invalid",
      rule: ruleName,
    };
    const name = isKnown ? field : "";
    found[name] = [...(found[name] ?? []), finding];
  }
  return brokenRules.length > 0 ? found : { "": [serverError(serverText ?? message)] };
}

/** A finding of the whole form, of no field of its own. */
export const serverError = (text: string): Finding => ({ severity: "error", text, rule: "server" });
