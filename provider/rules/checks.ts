import { z } from "zod";
import type { RuleParameters } from "./rule.ts";

export type Values = Readonly<Record<string, unknown>>;

interface Subject {
  readonly value: unknown;
  readonly text: string;
  readonly parameters: RuleParameters;
  readonly severity: number;
  readonly values: Values;
}
type Check = (subject: Subject) => boolean;

/** The government's pattern with its precedence corrected (as published, it accepts `GIR 0AAxyz`), plus BFPO and ASCN 1ZZ. */
const postCode =
  /^(?:GIR ?0AA|BFPO ?\d{1,4}|[A-Z]{4} ?1ZZ|(?:[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d(?:\d|[ABEHMNPRVWXY])?|\d[A-HJKPSTUW])) ?\d[ABD-HJLNP-UW-Z]{2})$/i;
const webAddress = /^(?:https?|ftp):\/\/(?:[^\s/?#@]+@)?[^\s/?#@:]+(?::\d{1,5})?(?:[/?#]\S*)?$/i;
export const isDecimal = (text: string) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text);

const isBetween = (amount: number, { min, max }: RuleParameters) =>
  (min === undefined || amount >= min) && (max === undefined || amount <= max);
const matching =
  (pattern: RegExp): Check =>
  ({ text }) =>
    text === "" || pattern.test(text);
const everyItem =
  (check: (item: string, parameters: RuleParameters) => boolean): Check =>
  ({ value, parameters }) =>
    isBlank(value) || [value].flat().every((item) => check(textOf(item), parameters));

/** The provider's own checks by rule name, because it doesn't rely on the portal's validation. */
export const checks: Readonly<Record<string, Check>> = {
  Required: ({ value }) => !isBlank(value),
  Signature: ({ value }) => !isBlank(value),
  SelectedClientContact: ({ value }) => !isBlank(value) && Number(value) !== 0,
  BankAccountNumber: matching(/^\d{8}$/),
  BankSortCode: matching(/^\d{6}$/),
  Digit: matching(/^\d+$/),
  Email: matching(z.regexes.html5Email),
  Phone: matching(/^\+?\d+(?: \d+)*$/),
  PostCode: matching(postCode),
  Url: matching(webAddress),
  FileName: everyItem((name) => /^[a-z\d](?:\w*[a-z\d])?\.[a-z\d]+$/i.test(name)),
  FileExtension: everyItem(
    (name, { ext = [] }) => name.includes(".") && ext.map(normaliseExtension).includes(extensionOf(name)),
  ),
  FileSize: everyItem((content, { size = Infinity }) => decodedLength(content) <= size * 1024 * 1024),
  IdenticalFields: ({ value, parameters, values }) =>
    textOf(value) === textOf(values[fieldOf(parameters.compareField ?? "")]),
  NumericRange: ({ text, parameters, severity }) =>
    text === "" || (isDecimal(text) ? isBetween(Number(text), parameters) : severity !== 0),
  StringLength: ({ text, parameters }) => text === "" || isBetween(text.length, parameters),
  MustBeTrue: ({ text }) => ["true", "on"].includes(text.toLowerCase()),
  EmailChangeWarning: ({ value, values }) =>
    isBlank(values.originalEmail) || textOf(value) === textOf(values.originalEmail),
  // Always broken, so that every save shows the info.
  EmailChangeInfo: () => false,
  ContactWithNoRolesWarning: ({ value, values }) => Number(value ?? values.myPortalRole ?? 0) !== 0,
  MarketingPreferencesWarning: ({ values }) =>
    ![values.brokenRules].flat().includes("MarketingPreferencesWarning"),
};

/** A PascalCase property's field in camelCase. */
export function fieldOf(property: string): string {
  return property.charAt(0).toLowerCase() + property.slice(1);
}

/** A value as trimmed text; '' for null and undefined. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value).trim();
}

/** True for an empty text, or a list with nothing but empty texts. */
export function isBlank(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isBlank) : textOf(value) === "";
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

function normaliseExtension(extension: string): string {
  return extension.replace(/^\./, "").toLowerCase();
}

/** A base64 text's decoded size, with or without a `data:` prefix. */
function decodedLength(content: string): number {
  const base64 = content.replace(/^data:[^,]*,/, "").replace(/={1,2}$/, "");
  return Math.floor((base64.length * 3) / 4);
}
