import { checks, fieldOf, isBlank, isDecimal, textOf, type Values } from "./checks.ts";
import type { BrokenRule, Rule } from "./rule.ts";

/**
 * The rules that an object with camelCase properties breaks. A property that breaks Required doesn't report any other
 * rule, and one that breaks Digit and isn't a number doesn't report a range. Ignores rules for missing properties and
 * rules with unknown names.
 */
export function findBrokenRules(rules: readonly Rule[], values: Values): BrokenRule[] {
  const properties = [...new Set(rules.map(({ property }) => property))];
  return properties
    .filter((property) => Object.hasOwn(values, fieldOf(property)))
    .flatMap((property) => {
      const broken = rules.filter((rule) => rule.property === property && isBroken(rule, values));
      const missing = broken.filter(({ ruleName }) => ruleName === "Required");
      const isDigitBroken = broken.some(({ ruleName, severity }) => ruleName === "Digit" && severity === 0);
      const hidesRange = isDigitBroken && !isDecimal(textOf(values[fieldOf(property)]));
      const told = broken.filter(({ ruleName }) => !hidesRange || ruleName !== "NumericRange");
      return missing.length > 0 ? missing : told;
    })
    .map(({ property, ruleName, description = "", severity }) => ({
      property,
      ruleName,
      description,
      severity,
    }));
}

function isBroken({ property, ruleName, severity, parameters = {} }: Rule, values: Values): boolean {
  const value = values[fieldOf(property)];
  const check = Object.hasOwn(checks, ruleName) ? checks[ruleName] : undefined;
  return (
    check !== undefined &&
    !check({ value, text: isBlank(value) ? "" : textOf(value), parameters, severity, values })
  );
}
