import { failureOf, withHeaders } from "#shared/portal-api/reply.ts";
import { readAnswer } from "#shared/portal-api/shapes.ts";
import { isAbsentDate } from "#shared/time/moment.ts";
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
import { fieldsOf, jsonSchema, typeOf, type Field } from "../contract/schema.ts";

/** An id that should not exist. */
export const NO_SUCH_ID = "999999999";
const NO_SUCH_ACCOUNT = "999999999";

/** The findings of an answer, read as the portal reads it: its status, what can't be read, and what is shown otherwise than meant. */
export function answerFindings({ operation }: ContractCall, reply: Reply): readonly Finding[] {
  const failure = `the page says '${operation.failure}'`;
  if (reply.status < 200 || reply.status >= 300)
    return [failureFinding("status", "200", statusText(reply.status), failure)];
  if (reply.body === undefined) return [failureFinding("body", "JSON", "something else", failure)];
  const schema = jsonSchema(operation.answer);
  const whole = withHeaders(operation, { headers: Object.fromEntries(reply.headers) }, reply.body);
  const answer = schema.type === "array" && Array.isArray(reply.body) ? reply.body : whole;
  // A bare list has no place for anything beside its items.
  const isInAnswer = ({ path }: Field) =>
    !Array.isArray(reply.body) || answer === reply.body || /^items\b/.test(path);
  const fields = fieldsOf(schema).filter(isInAnswer);
  const misnamed = misnamedFinding(answer, fields, failure);
  if (misnamed) return [misnamed];
  const { result, deviations } = readAnswer(operation.answer, whole);
  const expectedAt = (path: string) => fields.find((field) => field.path === path)?.type ?? typeOf(schema);
  if (!result.success) {
    const places = result.error.issues.map(({ path }) =>
      path.filter((part) => typeof part === "string").join("."),
    );
    return [...new Set(places)].map((at) => {
      const values = at === "" ? [answer] : valuesAt(answer, at);
      const wrong = places.filter((place) => place === at).length;
      const counted = values.length > 1 ? ` in ${wrong} of ${values.length}` : "";
      return failureFinding(at || "body", expectedAt(at), kindsOf(values) + counted, failure);
    });
  }
  const shownOtherwise = deviations
    .filter((at) => fields.some(({ path }) => path === at))
    .map((at) =>
      findingFor(at, expectedAt(at), kindsOf(valuesAt(answer, at)), "shown as well as can be, or left empty"),
    );
  const missing = fields
    .filter((field) => isMissing(answer, deviations)(field))
    .map(({ path, type }) => findingFor(path, type, "nothing in any item", "it's left empty"));
  const formats = fields.flatMap(
    (field) => formatFinding(field, valuesAt(answer, field.path), deviations) ?? [],
  );
  return [...shownOtherwise, ...missing, ...formats];
}

/** What a page shows or does where a field can't be read or isn't there, by the field's name. Those of files and sums fail. */
const consequences: Readonly<Record<string, { readonly consequence: string; readonly isMild?: true }>> = {
  dateIssued: { consequence: "the invoice has no files to download and no age" },
  isCardPaymentPending: {
    consequence: "an invoice whose card payment is on its way can be paid again",
    isMild: true,
  },
};

function findingFor(at: string, expected: string, got: string, usual: string): Finding {
  const { consequence, isMild } = consequences[at.split(".").at(-1) ?? ""] ?? {
    consequence: usual,
    isMild: true,
  };
  return (isMild ? deviationFinding : failureFinding)(at, expected, got, consequence);
}

const kindsOf = (values: readonly unknown[]) => [...new Set(values.map(typeInWords))].join(", ");

/** Names that begin with a capital, as some serialisers write them: one finding in place of one for each field. */
function misnamedFinding(
  answer: unknown,
  fields: readonly Field[],
  consequence: string,
): Finding | undefined {
  for (const { path } of fields) {
    const capital = path.replace(
      /(^|\.)([a-z])(?=[^.]*$)/,
      (_, dot: string, letter: string) => dot + letter.toUpperCase(),
    );
    const has = (at: string) => valuesAt(answer, at).some((value) => value !== undefined);
    if (capital !== path && has(capital) && !has(path))
      return failureFinding("names", "names that begin small", `\`${capital}\``, consequence);
  }
  return undefined;
}

/** With a zone a moment is a moment; without one it's taken as London's. */
const HAS_ZONE = /T.*(?:Z|[+-]\d\d:?\d\d)$/i;

function formatFinding(
  { path, format }: Field,
  values: readonly unknown[],
  deviations: readonly string[],
): Finding | undefined {
  if (deviations.includes(path)) return undefined;
  if (format === "date-time") {
    const zoneless = values.filter(
      (value) => typeof value === "string" && !isAbsentDate(value) && !HAS_ZONE.test(value),
    );
    if (zoneless.length === 0) return undefined;
    const got = `none in ${zoneless.length} of ${values.length}`;
    return deviationFinding(
      path,
      "ISO 8601 with its zone",
      got,
      "it's taken as London time: a time in UTC is an hour early in summer",
    );
  }
  const isFraction = (value: unknown) =>
    Math.abs(Number(value) * 100 - Math.round(Number(value) * 100)) > 1e-6;
  if (format !== "decimal" || !values.some(isFraction)) return undefined;
  return deviationFinding(
    path,
    "pounds to a penny",
    "fractions of a penny",
    "the page shows and adds rounded pounds, and a payment of them is another sum",
  );
}

/** True for a shown field that is missing in every object that should have it. */
const isMissing =
  (answer: unknown, deviations: readonly string[]) =>
  ({ path, use }: Field): boolean => {
    const values = valuesAt(answer, path);
    // A bare value has no fields.
    if (typeof answer !== "object") return false;
    // What's optional may be left out, as a rule's parameters and what only requests have.
    if (use === "optional" && consequences[path.split(".").at(-1) ?? ""] === undefined) return false;
    if (/^parameters\.|isSaveConfirmed$/.test(path)) return false;
    return !deviations.includes(path) && values.length > 0 && values.every((value) => value === undefined);
  };

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
  const hasReason = failure.brokenRules.length > 0 || failure.serverText !== undefined;
  if (reply.status >= 400 && isRefused && hasReason) return undefined;
  const expected = "400 with broken rules or plain text for what may not be saved";
  const got = reply.status === 400 ? "400 without either" : statusText(reply.status);
  const consequence =
    reply.status < 400 ? "wrong data is saved" : `'${operation.failure}' in place of the reason`;
  return failureFinding("refusal", expected, got, consequence);
}
