import type { z } from "zod";
import { brokenRule } from "#provider/rules/rule.ts";

/** Handlers throw it to refuse a call; api.ts answers with its status and body. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** Sent as JSON, or as plain text if it's a string. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** The same answer whether a record doesn't exist or belongs to someone else, so that nobody can probe ids. */
export const notFound = () => new Refusal(404, { message: "We couldn't find what you requested." });
export const unauthorised = () => new Refusal(401, { message: "Unauthorized user." });
export const forbidden = () => new Refusal(403, { message: "Requested action is forbidden." });
export const badRequest = (text: string) => new Refusal(400, text);

/** Handlers throw it to lose the answer of a call that took effect: the connection is reset. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";
}

/** Parses a value with its schema. Throws a 400 refusal with a broken rule, as a sentence, for every invalid field. */
export function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const brokenRulesCollection = result.error.issues.map((issue) => {
    const property = String(issue.path[0] ?? "");
    return brokenRule(property.charAt(0).toUpperCase() + property.slice(1), "Schema", sentenceOf(issue));
  });
  throw new Refusal(400, { brokenRulesCollection });
}

/** What's wrong, as someone would say it: 'Affected users must be a whole number.' */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const words =
    issue.path
      .map(String)
      .join(" ")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase() || "request";
  const subject = words.charAt(0).toUpperCase() + words.slice(1);
  if (issue.code === "too_big") return `${subject} is too ${issue.origin === "string" ? "long" : "large"}.`;
  if (issue.code === "too_small")
    return `${subject} is too ${issue.origin === "string" ? "short" : "small"}.`;
  if (issue.code !== "invalid_type") return `${subject} is not in the right format.`;
  const type = { int: "a whole number", number: "a number", string: "text", boolean: "true or false" };
  return `${subject} must be ${(type as Record<string, string>)[issue.expected] ?? `of the type ${issue.expected}`}.`;
}
