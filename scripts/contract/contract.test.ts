import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { readAnswer } from "#shared/portal-api/shapes.ts";
import { contractExamples } from "./examples.ts";
import { otherServicesDocument, portalApiDocument } from "./openapi.ts";
import { contractCalls, PORTAL_API, type ContractCall, type Examples } from "./operations.ts";
import { otherServiceExamples } from "./other-service-examples.ts";
import { jsonSchema } from "./schema.ts";
import { failureWords, summaries } from "./words.ts";

let portalCalls: readonly ContractCall[];
let otherServiceCalls: readonly ContractCall[];
let examples: Examples;
beforeAll(async () => {
  const calls = await contractCalls();
  portalCalls = calls.filter(({ base }) => base === PORTAL_API);
  otherServiceCalls = calls.filter(({ base }) => base !== PORTAL_API);
  examples = await contractExamples(calls);
});

const namesOf = (calls: readonly ContractCall[]) => calls.map(({ call }) => call).toSorted();
const fits = (schema: unknown, value: unknown) =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;

it("the contract has a summary and an example of each call", () => {
  expect(Object.keys(summaries).toSorted()).toEqual(namesOf(portalCalls));
  expect([...examples.keys()].toSorted()).toEqual(namesOf(portalCalls));
  expect(Object.keys(failureWords).filter((call) => !(call in summaries))).toEqual([]);
});

it("the examples have answers that the portal reads without deviations, and bodies that fit the contract", () => {
  const mismatches = [...portalCalls, ...otherServiceCalls].flatMap(({ call, operation }) => {
    const { body, answer, headers } = examples.get(call) ?? otherServiceExamples.get(call) ?? {};
    if (answer === undefined) return [];
    const fields = Object.entries(operation.answerHeaders ?? {}).map(([field, name]) => [
      field,
      headers?.[name],
    ]);
    const answerWithHeaders =
      fields.length > 0 ? { ...(answer as object), ...Object.fromEntries(fields) } : answer;
    const { result, deviations } = readAnswer(operation.answer, answerWithHeaders);
    const isSent = operation.body === undefined || body !== undefined;
    const isAgreed = examples.has(call) && operation.body ? fits(jsonSchema(operation.body), body) : isSent;
    return result.success && deviations.length === 0 && isAgreed
      ? []
      : [call, result.error, deviations, isAgreed];
  });
  expect(mismatches).toEqual([]);
});

it("the contract has JSON answers everywhere, counts that are whole numbers, and ids above 0", async () => {
  const document = portalApiDocument(portalCalls, examples) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  };
  const responseOf = (path: string, method = "get") => document.paths[path]?.[method]?.responses["200"];
  const withoutJson = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).filter((method) => !responseOf(path, method)?.content?.["application/json"]),
  );
  expect(withoutJson).toEqual([]);
  expect(responseOf("/DirectDebit/Create", "post")?.content?.["application/json"]?.schema).toEqual({});
  const { schema } = responseOf("/Contact/ContactsByCurrentClientId")?.content?.["application/json"] ?? {};
  const acceptsCount = (totalCount: unknown) => fits(schema, { items: [], totalCount });
  expect([0, 7, "7", 1.5, -1, "-1", null].map(acceptsCount)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  const { answer } = portalCalls.find(({ call }) => call === "GET DirectDebit/Edit/{id}")!.operation;
  const acceptsId = (directDebitId: unknown) => fits(jsonSchema(answer), { directDebitId });
  expect([7, "7", "DD-7", 1.5, 0, -1, "0", "-1", ""].map(acceptsId)).toEqual([
    ...[true, true, true],
    ...[false, false, false, false, false, false],
  ]);
});

it("the examples contain no hostile texts and no local addresses", () => {
  const text = JSON.stringify([...examples.values()]);
  expect(text).not.toMatch(/<script|cmd\||127\.0\.0\.1|localhost/);
});

interface OperationObject {
  readonly security?: unknown;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: unknown; example: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: unknown; example: unknown }>> }>
  >;
}

it("the schemas of the other services fit their examples", () => {
  const document = otherServicesDocument(otherServiceCalls) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Record<string, unknown>>> };
  };
  const { schemas } = document.components;
  const search = document.paths["/GetAvailableAddresses"]?.["post"];
  const sent = search?.requestBody?.content["application/json"];
  expect(fits(sent?.schema, sent?.example)).toBe(true);
  expect(fits(sent?.schema, { postCode: "YO21 3PU" })).toBe(false);
  const exampleOf = (path: string) => {
    const { schema, example } =
      document.paths[path]?.["get"]?.responses["200"]?.content?.["application/json"] ?? {};
    return fits(schema, example);
  };
  expect(exampleOf("/GetUKBankBranch/{clientId}")).toBe(true);
  expect(exampleOf("/address-availability/available-products")).toBe(true);
  expect(document.paths["/suggestions"]?.["get"]?.responses["400"]).toEqual({
    $ref: "#/components/responses/LookupRefused",
  });
  expect(search?.security).toEqual([{ gatewayKey: [] }]);
  for (const name of ["CustomerClaims", "EmployeeClaims", "HubEvent", "TicketEvent", "LookupRefusal"]) {
    const { examples: schemaExamples = [], required = [] } = schemas[name] as {
      examples?: unknown[];
      required?: string[];
    };
    const [example] = schemaExamples as Record<string, unknown>[];
    expect([name, fits(schemas[name], example)]).toEqual([name, true]);
    for (const field of required)
      expect([name, field, fits(schemas[name], { ...example, [field]: undefined })]).toEqual([
        name,
        field,
        false,
      ]);
  }
});
