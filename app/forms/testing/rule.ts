import { validationRule, type ValidationRule } from "#app/portal-api/rules.ts";

type Given = Partial<Omit<ValidationRule, "property" | "ruleName" | "parameters">> & {
  parameters?: Readonly<Record<string, unknown>>;
};

/** A rule as the API would send it; severity error and no description unless given. */
export function rule(property: string, ruleName: string, given: Given = {}): ValidationRule {
  return validationRule.parse({ property, ruleName, severity: 0, ...given });
}
