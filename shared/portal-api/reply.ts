import { z } from "zod";
import { MAX_JSON_DEPTH, maximum } from "#shared/limits.ts";
import { yielder } from "#shared/time/yielding.server.ts";
import {
  brokenRule,
  failedCall,
  severity,
  type BrokenRule,
  type FailureKind,
  type PortalApiError,
} from "./errors.ts";
import { callName, type Operation } from "./operation.ts";
import { asItems, firstRows, ignored, isObject, lists, readAnswer, shown, trimmedText } from "./shapes.ts";
import type { Reply } from "./transport.ts";

type ReplyOperation = Pick<
  Operation,
  | "method"
  | "path"
  | "failure"
  | "answer"
  | "allowsPlainText"
  | "answerHeaders"
  | "isList"
  | "provesOutcome"
  | "isOneById"
>;

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  400: "rejected",
  401: "unauthorised",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  422: "rejected",
  429: "busy",
};

/** An object's properties under names with a lowercase first letter; anything else has none. */
const inCamelCase = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? (value as object) : {}).map(([name, part]) => [
      name.slice(0, 1).toLowerCase() + name.slice(1),
      part as unknown,
    ]),
  );

/** A broken rule, which may come as a field error (`fieldName`, `messages`) or just its text. */
const rejectedRule = z.preprocess((rule) => {
  const { property, fieldName, description, messages, message, ...rest } = inCamelCase(rule);
  const text = typeof rule === "string" ? rule : (description ?? messages ?? message);
  return { ...rest, property: property ?? fieldName, description: text };
}, brokenRule);
const brokenRules = z.preprocess(
  (rules) =>
    (Array.isArray(rules) ? (rules as unknown[]) : [])
      .slice(0, maximum.choices)
      .filter((rule) => typeof rule === "string" || isObject(rule)),
  z.array(rejectedRule),
);

const fieldTexts = z.record(z.string(), shown.texts()).catch({});

/** A rejection's properties in camelCase, as ASP.NET Core, Web API, CSLA and the shop's address name them. */
const anyRejection = z.object({
  brokenRulesCollection: brokenRules,
  fieldErrors: brokenRules,
  errors: fieldTexts,
  modelState: fieldTexts,
  validationMessages: shown.texts(),
});

/** The API only marks a conflict by how its message ends. */
const CONFLICT_ENDING = "by another user.";

export function failureOf(operation: Omit<ReplyOperation, "answer">, reply: Reply): PortalApiError {
  const plain = plainText(reply);
  const brokenRules = brokenRulesOf(reply);
  const conflict = [plain, ...brokenRules.map((rule) => rule.description)].find((text) =>
    text?.trimEnd().endsWith(CONFLICT_ENDING),
  );
  const kind = conflict === undefined ? (KIND_BY_STATUS[reply.status] ?? "failed") : "conflict";
  const showsText = kind === "conflict" || kind === "rejected";
  return failedCall(operation, {
    kind,
    status: reply.status,
    brokenRules,
    serverText: showsText ? (conflict ?? plain) : undefined,
  });
}

/** Parses the answer with the operation's schema. Throws `malformed` for anything else, e.g. a gateway's error page. */
export async function parseAnswer(
  operation: ReplyOperation,
  reply: Reply,
  onUnexpectedField?: (call: string, field: string) => void,
): Promise<unknown> {
  const body = mayBePlainText(operation) ? bareValue(reply) : parseJson(reply.text);
  if (reply.status >= 300) throw malformed(operation, reply, "REDIRECT");
  if (body === undefined && reply.text.trim() !== "") throw malformed(operation, reply, "NOT_JSON");
  if (isRefusal(operation, body)) throw failureOf(operation, { ...reply, status: 400 });
  const { result, deviations } = await readInBatches(operation.answer, withHeaders(operation, reply, body));
  if (!result.success)
    throw isNothing(operation, reply, body)
      ? failedCall(operation, { kind: "notFound", status: reply.status })
      : malformed(operation, reply, mismatchesOf(result.error));
  for (const field of deviations) onUnexpectedField?.(callName(operation), field);
  return result.data;
}

/** Whether the answer says that the requested thing doesn't exist, which .NET says with a 204 or null. */
function isNothing({ isOneById }: ReplyOperation, { status }: Reply, body: unknown): boolean {
  return isOneById === true && (status === 204 || body === null);
}

/** Whether a write's answer says that nothing was saved, despite its status. */
function isRefusal({ method, provesOutcome }: ReplyOperation, body: unknown): boolean {
  if (method === "GET" || provesOutcome) return false;
  const { isValid, success, isSuccess, brokenRulesCollection: rules } = inCamelCase(body);
  if (success === false || isSuccess === false) return true;
  if (isValid !== false || !Array.isArray(rules)) return false;
  // A rule without a severity doesn't refuse anything here, though it does in a 400.
  const isError = (sent: unknown) => sent !== undefined && severity.parse(sent) === 0;
  return rules.slice(0, maximum.choices).some((rule) => isError(inCamelCase(rule)["severity"]));
}

type ReadResult = ReturnType<typeof readAnswer>;

/** Like {@link readAnswer}, but reads a list in batches of rows, so that other requests can run in between. */
async function readInBatches(schema: z.core.$ZodType, body: unknown): Promise<ReadResult> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (lists.has(schema) || def.type !== "pipe" || !lists.has(def.in)) return readRows(schema, body);
  const { result, deviations } = await readRows(def.in, body);
  return { result: result.success ? z.safeParse(def.out, result.data) : result, deviations };
}

const ROWS_PER_BATCH = 100;

async function readRows(schema: z.core.$ZodType, body: unknown): Promise<ReadResult> {
  const list = lists.get(schema);
  const limitedBody = list && (firstRows(asItems(body)) as { items?: unknown } | undefined);
  const rows = limitedBody?.items;
  if (!list || !Array.isArray(rows)) return readAnswer(schema, body);
  const deviations = new Set<string>();
  const parts: unknown[] = [];
  const yieldIfDue = yielder();
  for (let from = 0; from === 0 || from < rows.length; from += ROWS_PER_BATCH) {
    await yieldIfDue();
    const read = readAnswer(schema, { ...limitedBody, items: rows.slice(from, from + ROWS_PER_BATCH) });
    if (!read.result.success) return read;
    parts.push(read.result.data);
    for (const field of read.deviations) deviations.add(field);
  }
  return { result: { success: true, data: list.join(parts as never[]) }, deviations: [...deviations] };
}

/** Whether the answer can be plain text: it's a single value, or nobody reads it. */
export function mayBePlainText({
  allowsPlainText,
  answer,
}: Pick<Operation, "allowsPlainText" | "answer">): boolean {
  return allowsPlainText === true || answer === ignored;
}

/** A single value, from JSON or plain text; null for an empty body, undefined for HTML or broken JSON. */
export function bareValue({ text, headers }: Pick<Reply, "text" | "headers">): unknown {
  const bare = withoutByteOrderMark(text).trim();
  if (bare === "") return null;
  const json = parseJson(bare);
  // In plain text, digits are a string, e.g. an id with leading zeros.
  const isText = String(headers["content-type"] ?? "").startsWith("text/plain");
  if (json !== undefined && !(isText && typeof json === "number")) return json;
  return /^[<{["]/.test(bare) ? undefined : bare.toWellFormed();
}

const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/, "");

function malformed(operation: ReplyOperation, reply: Reply, code: string): PortalApiError {
  return failedCall(operation, {
    kind: "malformed",
    status: reply.status,
    cause: Object.assign(new Error("response doesn't match its schema"), { code }),
  });
}

/** The header with a list's total, if its body doesn't have it. */
const TOTAL_HEADER = "x-total-count";

/** The answer's body with what comes in headers: a list's total (the list may be bare), and any of the operation's fields. */
export function withHeaders(
  { isList, answerHeaders = {} }: Pick<ReplyOperation, "isList" | "answerHeaders">,
  { headers }: Pick<Reply, "headers">,
  body: unknown,
): unknown {
  const list = Object(isList && asItems(body)) as { items?: unknown; totalCount?: unknown };
  // A proxy may repeat a header.
  const [total] = [headers[TOTAL_HEADER]].flat();
  const whole = Array.isArray(list.items) ? { ...list, totalCount: list.totalCount ?? total } : body;
  if (!isObject(whole)) return whole;
  const fields = Object.entries(answerHeaders).map(([field, header]) => [
    field,
    headers[header] ?? (whole as Readonly<Record<string, unknown>>)[field],
  ]);
  return { ...(whole as object), ...Object.fromEntries(fields) };
}

/** JSON that may contain `__proto__`, escaped or not, or lone surrogates, which make `encodeURIComponent` throw. */
const NEEDS_SANITISING = /__proto__|\\u(?:00[567]|d[89a-f])/i;

function parseJson(raw: string): unknown {
  const text = withoutByteOrderMark(raw);
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return NEEDS_SANITISING.test(text) ? sanitised(value, 0) : value;
  } catch {
    return undefined;
  }
}

/** Changes the value in place, because copying 16 MB is slow. Throws if it's nested too deep. */
function sanitised(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_JSON_DEPTH) throw new Error("nested too deep");
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    if (key === "__proto__") delete fields[key];
    else if (typeof fields[key] === "object" || typeof fields[key] === "string")
      fields[key] = sanitised(fields[key], depth + 1);
  }
  return value;
}

function brokenRulesOf(reply: Reply): readonly BrokenRule[] {
  const body = parseJson(reply.text);
  const { errors, modelState, validationMessages, ...rules } = anyRejection.parse(
    Array.isArray(body) ? { brokenRulesCollection: body } : inCamelCase(body),
  );
  const listed = [...rules.brokenRulesCollection, ...rules.fieldErrors];
  if (listed.length > 0) return listed;
  const fields = [...Object.entries({ ...modelState, ...errors }), ["", validationMessages] as const];
  // A name with '$' is a place in the JSON, and its text an exception's.
  const named = fields.filter(([name]) => !name.startsWith("$"));
  return named
    .flatMap(([name, texts]) =>
      texts.map((description) => ({ property: name.replace(/^.*\./, ""), description })),
    )
    .slice(0, maximum.choices)
    .map((rule) => brokenRule.parse(rule));
}

/** The reply's text if it's a message; a long text or HTML is an error page. */
function plainText(reply: Reply): string | undefined {
  const json = parseJson(reply.text);
  const text = json === undefined ? reply.text.trim() : textIn(json, reply.status);
  return text === "" || text.length > 500 || text.startsWith("<") ? undefined : text;
}

/** A text, a `message`, or the `detail` in a 409's or 422's problem details. Other details may be an exception's text. */
function textIn(json: unknown, status: number): string {
  if (typeof json === "string") return json;
  const { message, detail } = inCamelCase(json);
  return trimmedText(message) || (status === 409 || status === 422 ? trimmedText(detail) : "");
}

/** The names of the fields that didn't match, for the log, which mustn't contain their values. */
function mismatchesOf(error: z.ZodError): string {
  const fields = error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}:${issue.code}`);
  return `SHAPE ${fields.join(" ")}`;
}
