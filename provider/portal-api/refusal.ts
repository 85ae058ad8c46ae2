import type { z } from "zod";

/** Thrown by handlers to refuse a call; api.ts answers with its status and body. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** Sent as JSON, or as plain text when it is a string. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** The same answer whether a record does not exist or belongs to somebody else, so that ids cannot be probed. */
export const notFound = () => new Refusal(404, { message: "We couldn't find what you requested." });
export const unauthorised = () => new Refusal(401, { message: "Unauthorized user." });
export const forbidden = () => new Refusal(403, { message: "Requested action is forbidden." });
export const badRequest = (text: string) => new Refusal(400, text);

/** Thrown by a handler to lose the answer of a call that took effect: the connection is reset. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";
}

/** Parses a value by its schema. Throws a 400 refusal that names every invalid field. */
export function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  throw badRequest(faults.join("; "));
}
