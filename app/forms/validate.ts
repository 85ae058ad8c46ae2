import type { ValidationRule } from "#shared/portal-api/rules.ts";
import { checks, formatRules, isNumber, toField, type Values } from "./rule-checks.ts";

/** In the API's numeric order. */
export const severities = ["error", "warning", "info", "success"] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  readonly rule: string;
}

/** Findings by field; "" is for the whole form. */
export type Findings = Readonly<Record<string, readonly Finding[]>>;

/**
 * The broken rules by field; only warnings and infos before the first attempt. A broken Required hides the field's
 * other findings, and a broken Digit hides range findings.
 */
export function findBrokenRules(
  rules: readonly ValidationRule[],
  values: Values,
  attempted: boolean,
  isPossiblePhone?: (cleaned: string) => boolean,
): Findings {
  const findings: Record<string, Finding[]> = {};
  for (const field of new Set(rules.map(({ property }) => toField(property)))) {
    const broken = rules.filter(
      (rule) =>
        toField(rule.property) === field &&
        (attempted || rule.severity === 1 || rule.severity === 2) &&
        (isBroken(rule, field, values) ||
          (rule.ruleName === "Phone" && values[field] && isPossiblePhone?.(String(values[field])) === false)),
    );
    const missing = broken.filter(({ ruleName }) => ruleName === "Required");
    const isDigitBroken = broken.some(({ ruleName, severity }) => ruleName === "Digit" && severity === 0);
    const hidesRange = isDigitBroken && !isNumber(values[field]);
    const shown = broken.filter(({ ruleName }) => !hidesRange || ruleName !== "NumericRange");
    if (broken.length > 0) findings[field] = (missing.length > 0 ? missing : shown).map(toFinding);
  }
  return findings;
}

export function unknownRules(rules: readonly ValidationRule[]): string[] {
  return [...new Set(rules.map((rule) => rule.ruleName))].filter((name) => !Object.hasOwn(checks, name));
}

/** What a field says about its rules in advance: whether it's required, and how long its text may be. */
export function constraintsOf(rules: readonly ValidationRule[]) {
  const constraints: Record<string, { required?: boolean; maxLength?: number }> = {};
  for (const { property, ruleName, severity, parameters } of rules) {
    if (severity !== 0) continue;
    const constraint = (constraints[toField(property)] ??= {});
    if (ruleName === "Required" || ruleName === "SelectedClientContact") constraint.required = true;
    if (ruleName === "StringLength") constraint.maxLength = parameters.max;
  }
  return constraints;
}

function isBroken(rule: ValidationRule, field: string, values: Values): boolean {
  const check = Object.hasOwn(checks, rule.ruleName) ? checks[rule.ruleName] : undefined;
  return check !== undefined && !check(values[field], rule, values);
}

function toFinding(rule: ValidationRule): Finding {
  return { severity: severities[rule.severity] ?? "error", text: textOf(rule), rule: rule.ruleName };
}

const digitCounts: Readonly<Record<string, number>> = { BankAccountNumber: 8, BankSortCode: 6 };

/** The rule's text with, unless it already says so, a second sentence that gives the limit. */
function textOf({ severity, description, ruleName, parameters: { min, max } }: ValidationRule): string {
  const text = description.trim() || defaultText(ruleName);
  const digits = digitCounts[ruleName];
  const limit = digits ?? max ?? min ?? 0;
  const number = limit.toLocaleString("en-GB");
  const atMost = min ? `${min} to ${max}` : `no more than ${number}`;
  const bounds = max === undefined ? `at least ${number}` : atMost;
  const sentences: Readonly<Record<string, string>> = {
    StringLength: `Please use ${bounds} characters.`,
    NumericRange: `Please enter ${bounds}.`,
  };
  const sentence = digits ? `Must be ${digits} digits.` : sentences[ruleName];
  const isNamed = text.includes(String(limit)) || text.includes(number);
  if (!sentence || severity !== 0 || limit === 0 || isNamed) return text;
  return `${text.replace(/\.$/, "")}. ${sentence}`;
}

function defaultText(ruleName: string): string {
  if (formatRules.has(ruleName)) return "This field is in incorrect format";
  return ruleName === "Required" ? "This field is required" : "Value is invalid";
}

/** One of our own rules, in addition to the API's: an error unless `severity` says otherwise. */
export function localRule(
  property: string,
  ruleName: string,
  description: string,
  { severity = 0, ...parameters }: Partial<ValidationRule["parameters"]> & { severity?: number } = {},
): ValidationRule {
  return {
    property,
    ruleName,
    description,
    severity,
    parameters: { ext: [], compareField: "", ...parameters },
  };
}
