/** CSLA's RuleSeverity. */
export const severity = { error: 0, warning: 1, info: 2, success: 3 } as const;

/** A form's rule, as we send it. The portal ignores a `ruleName` that it doesn't know. */
export interface Rule {
  readonly property: string;
  readonly ruleName: string;
  /** Left out if the portal should show its own text. */
  readonly description?: string;
  readonly severity: number;
  readonly parameters?: RuleParameters;
}

/** Parameters of rules: file extensions, size in MB, a field to compare, limits. */
export interface RuleParameters {
  readonly ext?: readonly string[];
  readonly size?: number;
  readonly compareField?: string;
  readonly min?: number;
  readonly max?: number;
}

/** A rule that a save has broken. */
export type BrokenRule = ReturnType<typeof brokenRule>;

/** A rule that blocks a save. */
export function rule(
  property: string,
  ruleName: string,
  description?: string,
  parameters?: RuleParameters,
): Rule {
  return { property, ruleName, description, severity: severity.error, parameters };
}

/** A rule that only asks for confirmation. */
export const warning = (...args: Parameters<typeof rule>): Rule => ({
  ...rule(...args),
  severity: severity.warning,
});

/** A field that mustn't be empty. */
export const required = (property: string, description: string) => rule(property, "Required", description);

/** A maximum number of characters. */
export const atMost = (property: string, max: number) =>
  rule(property, "StringLength", `Please use no more than ${max} characters.`, { min: 0, max });

/** A range of numbers. */
export const range = (property: string, min: number, max: number) =>
  rule(property, "NumericRange", `Please enter a number from ${min} to ${max}.`, { min, max });

/** The length can count characters, because the portal only sends digits. */
export const phoneNumber = (property: string, name: string) => [
  rule(property, "Phone"),
  rule(property, "StringLength", `${name} must be 10 or 11 digits.`, { min: 10, max: 11 }),
];

/** A broken rule that only the server can find. */
export function brokenRule(
  property: string,
  ruleName: string,
  description = "",
  level: number = severity.error,
) {
  return { property, ruleName, description, severity: level };
}
