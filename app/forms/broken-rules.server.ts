import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { AnyForm } from "./define-form.ts";
import { severities, type Finding, type Findings } from "./judge.ts";
import { toField } from "./rule-checks.ts";

/** The API's broken rules by the field that shows them; "" if the form has no such field. */
export function brokenRulesByField(
  form: AnyForm,
  { brokenRules, serverText, message }: Pick<PortalApiError, "brokenRules" | "serverText" | "message">,
): Findings {
  const findings: Record<string, Finding[]> = {};
  for (const { property, ruleName, description, severity } of brokenRules) {
    const field = form.showAt?.[toField(property)] ?? toField(property);
    const isFieldOfForm = Object.hasOwn(form.fields, field) || Object.hasOwn(form.lists ?? {}, field);
    const isWarning = ruleName === "MarketingPreferencesWarning";
    const finding: Finding = {
      severity: isWarning ? "warning" : (severities[severity] ?? "error"),
      text: description.trim() || "Value is invalid",
      rule: ruleName,
    };
    const name = isFieldOfForm ? field : "";
    (findings[name] ??= []).push(finding);
  }
  return brokenRules.length > 0 ? findings : { "": [serverError(serverText ?? message)] };
}

/** A finding about the form as a whole. */
export const serverError = (text: string): Finding => ({ severity: "error", text, rule: "server" });
