import { MB } from "#shared/limits.ts";
import type { ruleNames } from "#shared/portal-api/rule-names.ts";
import type { ValidationRule } from "#shared/portal-api/rules.ts";

/** A form's values by property: text, lists of text, files, and values that the server adds for rules to compare with, e.g. `originalEmail`. */
export type Values = Readonly<Record<string, unknown>>;

type Check = (value: unknown, rule: ValidationRule, values: Values) => boolean;

/** What `<input type="email">` accepts, from the HTML standard. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
const FILE_NAME = /^[A-Za-z0-9](?:\w*[A-Za-z0-9])?\.[A-Za-z0-9]+$/;
const URL_PATTERN = /^(?:https?|ftp):\/\/(?:[^\s/?#@]+@)?[^\s/?#@:]+(?::\d{1,5})?(?:[/?#]\S*)?$/i;
/** The government's pattern, with brackets added so that it doesn't match `GIR 0AAxyz`, and with BFPO and ASCN 1ZZ. */
const POST_CODE =
  /^(?:GIR ?0AA|BFPO ?[0-9]{1,4}|[A-Z]{4} ?1ZZ|(?:[A-PR-UWYZ](?:[0-9]{1,2}|[A-HK-Y][0-9](?:[0-9]|[ABEHMNPRVWXY])?|[0-9][A-HJKPSTUW])) ?[0-9][ABD-HJLNP-UW-Z]{2})$/i;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Each check returns true if the value satisfies the rule. Patterns and limits accept empty values, because Required checks those. */
export const checks: Readonly<Record<string, Check>> = {
  Required: (value) => !isEmpty(value),
  SelectedClientContact: (value) => Number(isEmpty(value) ? 0 : value) !== 0,
  BankAccountNumber: pattern(/^\d{8}$/),
  BankSortCode: pattern(/^\d{6}$/),
  Email: pattern(EMAIL),
  FileExtension: everyFile((file, { parameters }) =>
    parameters.ext.includes(nameOf(file).split(".").slice(1).pop()?.toLowerCase() ?? ""),
  ),
  FileName: everyFile((file) => FILE_NAME.test(nameOf(file))),
  FileSize: everyFile((file, { parameters }) => sizeOf(file) <= (parameters.size ?? Infinity) * MB),
  IdenticalFields: (value, { parameters }, values) =>
    textOf(value) === textOf(values[toField(parameters.compareField)]),
  // Something that isn't a number doesn't get a warning that it's too high.
  NumericRange: unlessEmpty((value, { parameters, severity }) =>
    isNumber(value) ? isWithin(Number(textOf(value)), parameters) : severity !== 0,
  ),
  Phone: pattern(/^\+?\d+(?: \d+)*$/),
  Signature: (value) => !isEmpty(value),
  StringLength: unlessEmpty((value, { parameters }) => isWithin(textOf(value).length, parameters)),
  MustBeTrue: (value) => value === true || /^(?:true|on)$/i.test(textOf(value)),
  Url: pattern(URL_PATTERN),
  PostCode: pattern(POST_CODE),
  Digit: pattern(/^\d+$/),
  EmailChangeWarning: (value, _rule, { originalEmail }) =>
    isEmpty(originalEmail) || textOf(value) === textOf(originalEmail),
  EmailChangeInfo: () => false,
  ContactWithNoRolesWarning: (value, _rule, { myPortalRole }) => Number(value ?? myPortalRole ?? 0) !== 0,
  MarketingPreferencesWarning: (_value, _rule, { brokenRules }) =>
    !(Array.isArray(brokenRules) && brokenRules.includes("MarketingPreferencesWarning")),
} satisfies Record<(typeof ruleNames)[number], Check>;

/** Rules whose default text is 'This field is in incorrect format'. */
export const formatRules: ReadonlySet<string> = new Set([
  "BankAccountNumber",
  "BankSortCode",
  "Email",
  "FileName",
  "Phone",
  "Url",
  "PostCode",
  "Digit",
]);

/** An API property's name in a form: `PostCode` → `postCode`. */
export function toField(property: string): string {
  return property.slice(0, 1).toLowerCase() + property.slice(1);
}

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  if (isFile(value)) return value.name === "" && value.size === 0;
  return typeof value === "string" && value.trim() === "";
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value).trim();
}

export const isNumber = (value: unknown) => NUMBER.test(textOf(value));

function unlessEmpty(check: Check): Check {
  return (value, rule, values) => isEmpty(value) || check(value, rule, values);
}

function pattern(expression: RegExp): Check {
  return unlessEmpty((value) => expression.test(textOf(value)));
}

const isWithin = (amount: number, { min = -Infinity, max = Infinity }: ValidationRule["parameters"]) =>
  amount >= min && amount <= max;

function isFile(value: unknown): value is { readonly name: string; readonly size: number } {
  return typeof value === "object" && value !== null && "name" in value && "size" in value;
}

function everyFile(check: (file: unknown, rule: ValidationRule) => boolean): Check {
  return unlessEmpty((value, rule) =>
    (Array.isArray(value) ? value : [value]).every((file) => check(file, rule)),
  );
}

const nameOf = (file: unknown) => (isFile(file) ? file.name : textOf(file));

function sizeOf(file: unknown): number {
  if (isFile(file)) return file.size;
  const base64 = textOf(file)
    .replace(/^data:[^,]*,/, "")
    .replace(/={1,2}$/, "");
  return Math.floor((base64.length * 3) / 4);
}
