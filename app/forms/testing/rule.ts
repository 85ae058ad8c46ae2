import { validationRule, type ValidationRule } from "#shared/portal-api/rules.ts";

type RuleSettings = Partial<Omit<ValidationRule, "property" | "ruleName" | "parameters">> & {
  parameters?: Readonly<Record<string, unknown>>;
};

/** A rule as the API would send it; severity error and no description by default. */
export function rule(property: string, ruleName: string, settings: RuleSettings = {}): ValidationRule {
  return validationRule.parse({ property, ruleName, severity: 0, ...settings });
}
