import { z } from "zod";
import { MAX_DEPTH } from "#app/limits.ts";
import { breather } from "#app/time/breathe.server.ts";
import { failedCall, rejection, type BrokenRule, type FailureKind, type PortalApiError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { asItems, firstRows, ignored, lists, readAnswer } from "./shapes.ts";
import type { Reply } from "./transport.ts";

type Described = Pick<Operation, "method" | "path" | "failure" | "answer" | "bareText" | "answerHeaders">;

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  400: "rejected",
  401: "unauthorised",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  422: "rejected",
  429: "busy",
};

const CONFLICT_ENDING = "by another user.";

export function failureOf(operation: Omit<Described, "answer">, reply: Reply): PortalApiError {
  const plain = plainText(reply);
  const brokenRules = brokenRulesOf(reply);
  const conflict = [plain, ...brokenRules.map((rule) => rule.description)].find((text) =>
    text?.trimEnd().endsWith(CONFLICT_ENDING),
  );
  const kind = conflict === undefined ? (KIND_BY_STATUS[reply.status] ?? "failed") : "conflict";
  const shown = kind === "conflict" || kind === "rejected";
  return failedCall(operation, {
    kind,
    status: reply.status,
    brokenRules,
    serverText: shown ? (conflict ?? plain) : undefined,
  });
}

/** The answer by the operation's schema. Throws `malformed` for anything else, such as a gateway's redirect or page. */
export async function parseAnswer(
  operation: Described,
  reply: Reply,
  onDeviation?: (call: string, field: string) => void,
): Promise<unknown> {
  const body = takesBareText(operation) ? bareValue(reply) : parseJson(reply.text);
  if (reply.status >= 300) throw malformed(operation, reply, "REDIRECT");
  if (body === undefined && reply.text.trim() !== "") throw malformed(operation, reply, "NOT_JSON");
  const { result, deviations } = await readInTurns(operation.answer, withHeaders(operation, reply, body));
  if (!result.success) throw malformed(operation, reply, shapeOf(result.error));
  for (const field of deviations) onDeviation?.(`${operation.method} ${operation.path}`, field);
  return result.data;
}

type Read = ReturnType<typeof readAnswer>;

/** {@link readAnswer}, of a list a few rows at a time: others are served meanwhile. */
async function readInTurns(schema: z.core.$ZodType, body: unknown): Promise<Read> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (lists.has(schema) || def.type !== "pipe" || !lists.has(def.in)) return readRows(schema, body);
  const { result, deviations } = await readRows(def.in, body);
  // What is made of the whole list.
  return { result: result.success ? z.safeParse(def.out, result.data) : result, deviations };
}

/** Rows that are read at a stretch. */
const SOME = 100;

async function readRows(schema: z.core.$ZodType, body: unknown): Promise<Read> {
  const list = lists.get(schema);
  const first = list && (firstRows(asItems(body)) as { items?: unknown } | undefined);
  const rows = first?.items;
  if (!list || !Array.isArray(rows)) return readAnswer(schema, body);
  const deviations = new Set<string>();
  const parts: unknown[] = [];
  const breathe = breather();
  for (let from = 0; from === 0 || from < rows.length; from += SOME) {
    await breathe();
    const read = readAnswer(schema, { ...first, items: rows.slice(from, from + SOME) });
    if (!read.result.success) return read;
    parts.push(read.result.data);
    for (const field of read.deviations) deviations.add(field);
  }
  return { result: { success: true, data: list.joined(parts as never[]) }, deviations: [...deviations] };
}

/** True where one value is answered, or nothing that anybody reads: it may come as bare text. */
export function takesBareText({ bareText, answer }: Pick<Operation, "bareText" | "answer">): boolean {
  return bareText === true || answer === ignored;
}

/** One value, as JSON or as bare text; null for none, undefined for a page or for broken JSON. */
export function bareValue({ text, headers }: Pick<Reply, "text" | "headers">): unknown {
  const bare = withoutMark(text).trim();
  if (bare === "") return null;
  const json = parseJson(bare);
  // Digits as text are a string, such as an id with zeros before it.
  const isText = String(headers["content-type"] ?? "").startsWith("text/plain");
  if (json !== undefined && !(isText && typeof json === "number")) return json;
  return /^[<{["]/.test(bare) ? undefined : bare.toWellFormed();
}

/** Some servers begin a text with the mark of its encoding. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, "");

function malformed(operation: Described, reply: Reply, code: string): PortalApiError {
  return failedCall(operation, {
    kind: "malformed",
    status: reply.status,
    cause: Object.assign(new Error("answer does not fit"), { code }),
  });
}

function withHeaders(operation: Described, reply: Reply, body: unknown): unknown {
  if (!operation.answerHeaders || typeof body !== "object" || body === null) return body;
  const fields = Object.entries(operation.answerHeaders).map(([field, header]) => [
    field,
    reply.headers[header],
  ]);
  return { ...body, ...Object.fromEntries(fields) };
}

/** JSON that may spell `__proto__` as a key, or a lone surrogate, which no address can hold. */
const NEEDS_CARE = /__proto__|\\u(?:00[567]|d[89a-f])/i;

function parseJson(marked: string): unknown {
  const text = withoutMark(marked);
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return NEEDS_CARE.test(text) ? mended(value, 0) : value;
  } catch {
    return undefined;
  }
}

/** Mended in place, since copying 16 MB is slow. Throws where it is nested too deep. */
function mended(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw new Error("nested too deep");
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    if (key === "__proto__") delete fields[key];
    else if (typeof fields[key] === "object" || typeof fields[key] === "string")
      fields[key] = mended(fields[key], depth + 1);
  }
  return value;
}

function brokenRulesOf(reply: Reply): readonly BrokenRule[] {
  const parsed = rejection.safeParse(parseJson(reply.text));
  return parsed.success ? parsed.data.brokenRulesCollection : [];
}

function plainText(reply: Reply): string | undefined {
  const json = parseJson(reply.text);
  const text = typeof json === "string" ? json : json === undefined ? reply.text.trim() : "";
  return text === "" || text.length > 500 || text.startsWith("<") ? undefined : text;
}

/** Which fields did not fit, without their values, which no log may hold. */
function shapeOf(error: z.ZodError): string {
  const where = error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}:${issue.code}`);
  return `SHAPE ${where.join(" ")}`;
}
