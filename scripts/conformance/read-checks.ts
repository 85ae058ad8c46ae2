import { rejection } from "#shared/portal-api/errors.ts";
import { failureOf } from "#shared/portal-api/reply.ts";
import { readAnswer } from "#shared/portal-api/shapes.ts";
import {
  deviationFinding,
  failureFinding,
  statusText,
  typeInWords,
  valuesAt,
  type Finding,
} from "./finding.ts";
import type { Access, Input, Reply, Send } from "./wire.ts";
import { isId, parametersOf } from "../contract/openapi.ts";
import type { ContractCall } from "../contract/operations.ts";
import { fieldsOf, jsonSchema, type Field } from "../contract/schema.ts";

/** An id that should not exist. */
export const NO_SUCH_ID = "999999999";
const NO_SUCH_ACCOUNT = "999999999";

/** The findings of an answer: its status, fields that cannot be parsed, and shown fields that are always missing. */
export function answerFindings({ operation }: ContractCall, reply: Reply): readonly Finding[] {
  const consequence = `'${operation.failure}'`;
  if (reply.status < 200 || reply.status >= 300) {
    return [failureFinding("status", "200", statusText(reply.status), consequence)];
  }
  if (reply.body === undefined) return [failureFinding("body", "JSON", "something else", consequence)];
  const { result, deviations } = readAnswer(operation.answer, withHeaders(operation, reply));
  const schema = jsonSchema(operation.answer);
  const isBareList = schema.type !== "array" && Array.isArray(reply.body);
  const answer = isBareList ? { items: reply.body } : withHeaders(operation, reply);
  const fields = fieldsOf(schema).filter(({ path }) => !isBareList || path !== "totalCount");
  const expectedAt = (path: string) => fields.find((field) => field.path === path)?.type ?? "another type";
  if (!result.success) {
    return result.error.issues.map(({ path }) => {
      const at = path.filter((part) => typeof part === "string").join(".");
      const value = path.reduce<unknown>(
        (parent, part) => (parent as Record<PropertyKey, unknown> | null)?.[part],
        answer,
      );
      return failureFinding(at || "body", expectedAt(at), typeInWords(value), consequence);
    });
  }
  const deviationFindings = deviations.map((at) => {
    const kinds = [...new Set(valuesAt(answer, at).map(typeInWords))];
    return deviationFinding(at, expectedAt(at), kinds.join(", "), "shown as well as can be, or left empty");
  });
  return [...deviationFindings, ...fields.filter(isMissing(answer, deviations)).map(missingFinding)];
}

const missingFinding = ({ path, type }: Field): Finding =>
  deviationFinding(path, type, "nothing in any item", "it is left empty");

/** True for a field that is missing in every object that should have it. */
const isMissing =
  (answer: unknown, deviations: readonly string[]) =>
  ({ path }: Field): boolean => {
    const values = valuesAt(answer, path);
    // A bare value has no fields.
    if (typeof answer !== "object") return false;
    // A validation rule has only the parameters that it uses, and `isSaveConfirmed` is in requests only.
    if (/^parameters\.|isSaveConfirmed$/.test(path)) return false;
    return !deviations.includes(path) && values.length > 0 && values.every((value) => value === undefined);
  };

function withHeaders({ answerHeaders = {} }: ContractCall["operation"], { body, headers }: Reply): unknown {
  if (typeof body !== "object" || body === null || Object.keys(answerHeaders).length === 0) return body;
  const fields = Object.entries(answerHeaders).map(([field, name]) => [
    field,
    headers.get(name) ?? undefined,
  ]);
  return { ...body, ...Object.fromEntries(fields) };
}

/** Checks that calls without the right token, key, account or role are refused, and unknown ids are not found. */
export async function accessFindings(
  contractCall: ContractCall,
  input: Input,
  { send, otherToken }: { readonly send: Send; readonly otherToken: string | undefined },
): Promise<readonly Finding[]> {
  const anyone = "whoever finds the API's address reads the account";
  const attempts = [
    ["without a token", 401, anyone, input, { token: "" }],
    ["with a wrong subscription key", 401, anyone, input, { key: "not-a-key" }],
    contractCall.needsAccount && [
      "for an account that the token lacks",
      403,
      "customers read each other's data",
      input,
      { clientId: NO_SUCH_ACCOUNT },
    ],
    contractCall.role !== undefined &&
      otherToken !== undefined && [
        `without the role ${contractCall.role}`,
        403,
        "whoever lacks the role gets in",
        input,
        { token: otherToken },
      ],
    parametersOf(contractCall).some(isId) && [
      "for an id that is not there",
      404,
      "an error in place of Page Not Found",
      withId(contractCall, input, NO_SUCH_ID),
      {},
    ],
  ] satisfies readonly (readonly [string, number, string, Input, Partial<Access>] | false)[];
  const findings = attempts
    .filter((attempt) => attempt !== false)
    .map(async ([at, expected, consequence, attemptInput, changes]) => {
      const { status } = await send(contractCall, attemptInput, changes);
      if (status === expected) return [];
      const isLetIn = status >= 200 && status < 300;
      const makeFinding = isLetIn ? failureFinding : deviationFinding;
      return [
        makeFinding(
          at,
          String(expected),
          statusText(status),
          isLetIn ? consequence : "another error than is meant",
        ),
      ];
    });
  return (await Promise.all(findings)).flat();
}

/** The input with every id replaced. */
function withId(contractCall: ContractCall, { params, query, ...rest }: Input, id: string): Input {
  const ids = parametersOf(contractCall).filter(isId);
  const replacedIds = (location: "path" | "query") =>
    Object.fromEntries(ids.filter((parameter) => parameter.in === location).map(({ name }) => [name, id]));
  return {
    ...rest,
    params: { ...params, ...replacedIds("path") },
    query: { ...query, ...replacedIds("query") },
  };
}

/** The finding for a call that must be refused with broken rules or a text; undefined when it was. */
export function invalidSaveFinding({ operation }: ContractCall, reply: Reply): Finding | undefined {
  const failure = failureOf(operation, { ...reply, headers: {} });
  const isRefused = failure.kind === "rejected" && reply.status < 500;
  const hasReason = rejection.safeParse(reply.body).success
    ? failure.brokenRules.length > 0
    : failure.serverText;
  if (reply.status >= 400 && isRefused && hasReason) return undefined;
  const expected = "400 with broken rules or plain text for what may not be saved";
  const got = reply.status === 400 ? "400 without either" : statusText(reply.status);
  const consequence =
    reply.status < 400 ? "wrong data is saved" : `'${operation.failure}' in place of the reason`;
  return failureFinding("refusal", expected, got, consequence);
}
