import { failureOf } from "#shared/portal-api/reply.ts";
import { deviationFinding, failureFinding, namesIn, statusText, type Finding } from "./finding.ts";
import { isAnswered, type Access, type Input, type Reply, type Send } from "./wire.ts";
import { isId, parametersOf } from "../contract/openapi.ts";
import type { ContractCall } from "../contract/operations.ts";

/** An id that shouldn't exist. */
export const NO_SUCH_ID = "999999999";
const NO_SUCH_ACCOUNT = "999999999";

/** Checks that calls without the right token, key, account or role are refused, and that unknown ids aren't found. */
export async function accessFindings(
  contractCall: ContractCall,
  input: Input,
  { send, otherToken }: { readonly send: Send; readonly otherToken: string | undefined },
): Promise<readonly Finding[]> {
  const anyone = "anyone who finds the API's address can read the account";
  const attempts = [
    ["without a token", 401, anyone, input, { token: "" }],
    ["with a wrong subscription key", 401, anyone, input, { key: "not-a-key" }],
    contractCall.needsAccount && [
      "for an account that isn't in the token",
      403,
      "customers read each other's data",
      input,
      { clientId: NO_SUCH_ACCOUNT },
    ],
    contractCall.role !== undefined &&
      otherToken !== undefined && [
        `without the role ${contractCall.role}`,
        403,
        "people without the role get in",
        input,
        { token: otherToken },
      ],
    parametersOf(contractCall).some(isId) && [
      "for an id that doesn't exist",
      404,
      "people see an error instead of Page Not Found",
      withId(contractCall, input, NO_SUCH_ID),
      {},
    ],
  ] satisfies readonly (readonly [string, number, string, Input, Partial<Access>] | false)[];
  const findings = attempts
    .filter((attempt) => attempt !== false)
    .map(async ([at, expected, consequence, attemptInput, changes]) => {
      const reply = await send(contractCall, attemptInput, changes);
      const { status } = reply;
      const isLetIn = isAnswered(reply);
      const isNothing = contractCall.operation.isOneById && isLetIn && reply.body === null;
      if (status === expected || (expected === 404 && isNothing)) return [];
      const makeFinding = isLetIn ? failureFinding : deviationFinding;
      return [
        makeFinding(
          at,
          String(expected),
          statusText(status),
          isLetIn ? consequence : "people see a different error",
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

/** The finding for a call that must be refused with broken rules or a text; undefined if it was. */
export function invalidSaveFinding({ operation }: ContractCall, reply: Reply): Finding | undefined {
  const failure = failureOf(operation, { ...reply, headers: {} });
  const isRefused = failure.kind === "rejected" && reply.status < 500;
  const hasReason = failure.brokenRules.length > 0 || failure.serverText !== undefined;
  if (reply.status >= 400 && isRefused && hasReason) return undefined;
  const expected = "400 with broken rules, `errors` by field, `message` or plain text";
  const got =
    reply.status === 400 ? `400 with ${namesIn(reply.body) || "nothing"}` : statusText(reply.status);
  const consequence = isAnswered(reply)
    ? "wrong data is saved"
    : `people see '${operation.failure}' instead of the reason`;
  return failureFinding("refusal", expected, got, consequence);
}
