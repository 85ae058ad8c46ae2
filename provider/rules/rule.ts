/** CSLA's RuleSeverity. */
export const severity = { error: 0, warning: 1, info: 2, success: 3 } as const;

/** One rule of a form in the wire's shape. The portal skips a `ruleName` that it does not know. */
export interface Rule {
  readonly property: string;
  readonly ruleName: string;
  /** Absent where the portal's own words are to show. */
  readonly description?: string;
  readonly severity: number;
  readonly parameters?: RuleParameters;
}

export interface RuleParameters {
  readonly ext?: readonly string[];
  readonly size?: number;
  readonly compareField?: string;
  readonly min?: number;
  readonly max?: number;
}

export interface BrokenRule {
  readonly property: string;
  readonly ruleName: string;
  readonly description: string;
  readonly severity: number;
}

export function required(property: string, description?: string): Rule {
  return { property, ruleName: "Required", severity: severity.error, ...(description && { description }) };
}

export function atMost(property: string, max: number): Rule {
  const description = `Please use no more than ${max} characters.`;
  return {
    property,
    ruleName: "StringLength",
    description,
    severity: severity.error,
    parameters: { min: 0, max },
  };
}

/** The length counts characters, since the portal sends digits alone. */
export function phoneNumber(property: string, name: string): Rule[] {
  return [
    { property, ruleName: "Phone", severity: severity.error },
    {
      property,
      ruleName: "StringLength",
      description: `${name} must be 10 to 11 digits.`,
      severity: severity.error,
      parameters: { min: 10, max: 11 },
    },
  ];
}
