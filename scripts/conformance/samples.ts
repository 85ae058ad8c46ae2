import { NOT_SERVED, NOT_SERVED_STATUS, valuesAt } from "./finding.ts";
import { findLineCheck } from "./line-checks.ts";
import type { Samples, Send } from "./wire.ts";
import { isId, parametersOf, resourceOf, type Parameter } from "../contract/openapi.ts";
import type { ContractCall } from "../contract/operations.ts";
import { fieldsOf, jsonSchema } from "../contract/schema.ts";

/** The field with a parameter's value: for `Contact/…`, `id` is a `contactId`; other ids keep their name. */
const fieldFor = ({ operation }: ContractCall, { name }: Parameter) => {
  const resource = resourceOf(operation.path);
  return name === "id" ? `${resource.charAt(0).toLowerCase()}${resource.slice(1)}Id` : name;
};

/** Creates a function that finds a call's input, or the reason why there isn't any. Each list is only read once. */
export function createSamples(
  calls: readonly ContractCall[],
  send: Send,
  call: (name: string) => ContractCall,
): Samples {
  const lists = new Map<string, Promise<unknown>>();
  const failures = new Map<string, string>();
  const readList = async (list: ContractCall) => {
    const { status, body } = await send(list, {});
    const reason = status === NOT_SERVED_STATUS ? `is ${NOT_SERVED}` : "fails";
    if (status !== 200) failures.set(list.call, `${list.call} ${reason}`);
    return body;
  };
  const idFor = async (contractCall: ContractCall, parameter: Parameter) => {
    const field = fieldFor(contractCall, parameter);
    for (const list of calls.filter((candidate) => isListOf(candidate, contractCall))) {
      const fields = fieldsOf(jsonSchema(list.operation.answer)).map(({ path }) => path);
      const path = fields.find((fieldPath) => fieldPath.split(".").at(-1) === field);
      if (path === undefined) continue;
      const body = lists.get(list.call) ?? readList(list);
      lists.set(list.call, body);
      const value = valuesAt(await body, path).find(
        (candidate) => candidate !== undefined && candidate !== null,
      );
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return async (contractCall) => {
    if (/^LineFault\/\w+\/\{id\}$/.test(contractCall.operation.path)) {
      const check = await findLineCheck({ send, call }, contractCall.call.includes("Appointments"));
      return typeof check === "string" ? check : { params: check };
    }
    const input = { params: {} as Record<string, unknown>, query: {} as Record<string, unknown> };
    for (const parameter of parametersOf(contractCall).filter(({ required }) => required)) {
      const value = isId(parameter) ? await idFor(contractCall, parameter) : plainValue(parameter);
      if (value === undefined) {
        const [, reason = "the lists of the account have none"] =
          [...failures].find(
            ([list]) => resourceOf(list.split(" ")[1] ?? "") === resourceOf(contractCall.operation.path),
          ) ?? [];
        return `no ${fieldFor(contractCall, parameter)} is known: ${reason}`;
      }
      input[parameter.in === "path" ? "params" : "query"][parameter.name] = value;
    }
    return input;
  };
}

const isListOf = (candidate: ContractCall, { operation, base }: ContractCall) =>
  candidate.base === base &&
  candidate.operation.method === "GET" &&
  resourceOf(candidate.operation.path) === resourceOf(operation.path) &&
  !parametersOf(candidate).some(({ required }) => required) &&
  // A blank record doesn't have an id yet.
  !candidate.call.endsWith("/Create");

const plainValue = ({ schema }: Parameter): unknown =>
  schema.enum?.[0] ?? (schema.type === "boolean" ? false : undefined);
