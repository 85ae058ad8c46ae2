import type { ValidationRule } from "#app/portal-api/rules.ts";
import { checks, patternRules, toField, type Values } from "./checks.ts";

/** How grave a broken rule is, in the order of the API's numbers. */
export const severities = ["error", "warning", "info", "success"] as const;
export type Severity = (typeof severities)[number];

/** One thing that a rule, ours or the server's, has to say about a field. */
export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  readonly rule: string;
}

/** Findings by field; the empty name stands for the form as a whole. */
export type Findings = Readonly<Record<string, readonly Finding[]>>;

export interface JudgeOptions {
  /** False before the first submit: then only warnings and infos are told. */
  readonly attempted: boolean;
}

/**
 * Judges values by the server's rules: Required first, and alone where it fails. Pure, and the same
 * in the browser, in the action and in tests. Rules of unknown names are passed over; {@link unknownRules} finds
 * them for the log.
 */
export function findings(
  rules: readonly ValidationRule[],
  values: Values,
  { attempted }: JudgeOptions,
): Findings {
  const found: Record<string, Finding[]> = {};
  for (const [field, own] of byField(rules)) {
    const due = own.filter((rule) => attempted || rule.severity === 1 || rule.severity === 2);
    const missing = due.filter((rule) => rule.ruleName === "Required" && isBroken(rule, field, values));
    const broken = missing.length > 0 ? missing : due.filter((rule) => isBroken(rule, field, values));
    if (broken.length > 0) found[field] = broken.map(toFinding);
  }
  return found;
}

/** Names of rules that nobody here knows, each once. */
export function unknownRules(rules: readonly ValidationRule[]): string[] {
  return [...new Set(rules.map((rule) => rule.ruleName))].filter((name) => !Object.hasOwn(checks, name));
}

interface Constraint {
  required?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
}

/** What a control can know of its rules, by field: what conform hands on to the controls. */
export function constraintsOf(rules: readonly ValidationRule[]): Record<string, Constraint> {
  const constraints: Record<string, Constraint> = {};
  for (const { property, ruleName, severity, parameters } of rules) {
    if (severity !== 0) continue;
    const { min, max } = parameters;
    const own =
      ruleName === "Required"
        ? { required: true }
        : ruleName === "StringLength"
          ? { maxLength: max }
          : ruleName === "NumericRange"
            ? { min, max }
            : {};
    constraints[toField(property)] = { ...constraints[toField(property)], ...own };
  }
  return constraints;
}

function byField(rules: readonly ValidationRule[]): Map<string, ValidationRule[]> {
  const grouped = new Map<string, ValidationRule[]>();
  for (const rule of rules) {
    const field = toField(rule.property);
    grouped.set(field, [...(grouped.get(field) ?? []), rule]);
  }
  return grouped;
}

function isBroken(rule: ValidationRule, field: string, values: Values): boolean {
  const check = Object.hasOwn(checks, rule.ruleName) ? checks[rule.ruleName] : undefined;
  return check !== undefined && !check(values[field], rule, values);
}

function toFinding(rule: ValidationRule): Finding {
  return {
    severity: severities[rule.severity] ?? "error",
    text: rule.description.trim() || defaultText(rule.ruleName),
    rule: rule.ruleName,
  };
}

function defaultText(ruleName: string): string {
  if (patternRules.has(ruleName)) return "This field is in incorrect format";
  return ruleName === "Required" ? "This field is required" : "Value is invalid";
}
