import { NOT_SERVED, NOT_SERVED_STATUS, valuesAt } from "./finding.ts";
import { lineCheckFor } from "./line-checks.ts";
import type { Samples, Send } from "./wire.ts";
import { isId, parametersOf, resourceOf, type Parameter } from "../contract/openapi.ts";
import type { ContractCall } from "../contract/operations.ts";
import { fieldsOf, jsonSchema } from "../contract/schema.ts";

/** The field that holds a parameter's value: `id` of `Contact/…` is a `contactId`; other ids keep their name. */
const fieldFor = ({ operation }: ContractCall, { name }: Parameter) => {
  const resource = resourceOf(operation.path);
  return name === "id" ? `${resource.charAt(0).toLowerCase()}${resource.slice(1)}Id` : name;
};

/** Creates a function that finds the input of a call, or the reason why there is none. Each list is read once. */
export function createSamples(
  calls: readonly ContractCall[],
  send: Send,
  call: (name: string) => ContractCall,
): Samples {
  const read = new Map<string, Promise<unknown>>();
  const failed = new Map<string, string>();
  const readList = async (list: ContractCall) => {
    const { status, body } = await send(list, {});
    const why = status === NOT_SERVED_STATUS ? `is ${NOT_SERVED}` : "fails";
    if (status !== 200) failed.set(list.call, `${list.call} ${why}`);
    return body;
  };
  const idFor = async (one: ContractCall, parameter: Parameter) => {
    const field = fieldFor(one, parameter);
    for (const list of calls.filter((other) => isListOf(other, one))) {
      const fields = fieldsOf(jsonSchema(list.operation.answer)).map(({ path }) => path);
      const path = fields.find((found) => found.split(".").at(-1) === field);
      if (path === undefined) continue;
      const body = read.get(list.call) ?? readList(list);
      read.set(list.call, body);
      const value = valuesAt(await body, path).find((found) => found !== undefined && found !== null);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return async (one) => {
    if (/^LineFault\/\w+\/\{id\}$/.test(one.operation.path)) {
      const check = await lineCheckFor({ send, call }, one.call.includes("Appointments"));
      return typeof check === "string" ? check : { params: check };
    }
    const input = { params: {} as Record<string, unknown>, query: {} as Record<string, unknown> };
    for (const parameter of parametersOf(one).filter(({ required }) => required)) {
      const value = isId(parameter) ? await idFor(one, parameter) : plainValue(parameter);
      if (value === undefined) {
        const [, why = "the lists of the account have none"] =
          [...failed].find(
            ([list]) => resourceOf(list.split(" ")[1] ?? "") === resourceOf(one.operation.path),
          ) ?? [];
        return `no ${fieldFor(one, parameter)} is known: ${why}`;
      }
      input[parameter.in === "path" ? "params" : "query"][parameter.name] = value;
    }
    return input;
  };
}

const isListOf = (other: ContractCall, { operation, base }: ContractCall) =>
  other.base === base &&
  other.operation.method === "GET" &&
  resourceOf(other.operation.path) === resourceOf(operation.path) &&
  !parametersOf(other).some(({ required }) => required) &&
  // The id of a blank record means none.
  !other.call.endsWith("/Create");

const plainValue = ({ schema }: Parameter): unknown =>
  schema.enum?.[0] ?? (schema.type === "boolean" ? false : undefined);
