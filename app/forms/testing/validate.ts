import type { Values } from "#app/forms/rule-checks.ts";
import { findBrokenRules, type Findings, type Severity } from "#app/forms/validate.ts";
import type { ValidationRule } from "#shared/portal-api/rules.ts";

/** What validating a form finds: texts by field. */
interface ValidationResult {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly infos: Readonly<Record<string, readonly string[]>>;
}

/** The findings of {@link findBrokenRules} by severity; 'success' counts as information. */
export function validate(
  rules: readonly ValidationRule[],
  values: Values,
  attempted = true,
): ValidationResult {
  const all = findBrokenRules(rules, values, attempted);
  return {
    errors: textsOf(all, (severity) => severity === "error"),
    warnings: textsOf(all, (severity) => severity === "warning"),
    infos: textsOf(all, (severity) => severity === "info" || severity === "success"),
  };
}

function textsOf(all: Findings, wanted: (severity: Severity) => boolean): ValidationResult["errors"] {
  const texts = Object.entries(all).map(([field, list]) => {
    const chosen = list.filter((finding) => wanted(finding.severity)).map((finding) => finding.text);
    return [field, [...new Set(chosen)]] as [string, string[]];
  });
  return Object.fromEntries(texts.filter(([, list]) => list.length > 0));
}
