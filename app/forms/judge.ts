import type { ValidationRule } from "#app/portal-api/rules.ts";
import { checks, formatRules, toField, type Values } from "./rule-checks.ts";

/** In the order of the API's numbers. */
export const severities = ["error", "warning", "info", "success"] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  readonly rule: string;
}

/** Findings by field; "" stands for the form as a whole. */
export type Findings = Readonly<Record<string, readonly Finding[]>>;

/** The broken rules by field; only warnings and infos before the first attempt. A broken Required hides the field's others. */
export function findBrokenRules(
  rules: readonly ValidationRule[],
  values: Values,
  attempted: boolean,
): Findings {
  const findings: Record<string, Finding[]> = {};
  for (const field of new Set(rules.map(({ property }) => toField(property)))) {
    const broken = rules.filter(
      (rule) =>
        toField(rule.property) === field &&
        (attempted || rule.severity === 1 || rule.severity === 2) &&
        isBroken(rule, field, values),
    );
    const missing = broken.filter(({ ruleName }) => ruleName === "Required");
    if (broken.length > 0) findings[field] = (missing.length > 0 ? missing : broken).map(toFinding);
  }
  return findings;
}

export function unknownRules(rules: readonly ValidationRule[]): string[] {
  return [...new Set(rules.map((rule) => rule.ruleName))].filter((name) => !Object.hasOwn(checks, name));
}

interface Constraint {
  required?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
}

/** The rules that native attributes of a control can express, by field. */
export function constraintsOf(rules: readonly ValidationRule[]): Record<string, Constraint> {
  const constraints: Record<string, Constraint> = {};
  for (const { property, ruleName, severity, parameters } of rules) {
    if (severity !== 0) continue;
    const { min, max } = parameters;
    const constraint = (constraints[toField(property)] ??= {});
    if (ruleName === "Required" || ruleName === "SelectedClientContact") constraint.required = true;
    if (ruleName === "StringLength") constraint.maxLength = max;
    if (ruleName === "NumericRange") Object.assign(constraint, { min, max });
  }
  return constraints;
}

function isBroken(rule: ValidationRule, field: string, values: Values): boolean {
  const check = Object.hasOwn(checks, rule.ruleName) ? checks[rule.ruleName] : undefined;
  return check !== undefined && !check(values[field], rule, values);
}

function toFinding({ severity, description, ruleName }: ValidationRule): Finding {
  const text = description.trim() || defaultText(ruleName);
  return { severity: severities[severity] ?? "error", text, rule: ruleName };
}

function defaultText(ruleName: string): string {
  if (formatRules.has(ruleName)) return "This field is in incorrect format";
  return ruleName === "Required" ? "This field is required" : "Value is invalid";
}

/** A rule that the portal adds to those of the API. */
export function localRule(
  property: string,
  ruleName: string,
  description: string,
  severity = 0,
): ValidationRule {
  return { property, ruleName, description, severity, parameters: { ext: [], compareField: "" } };
}
