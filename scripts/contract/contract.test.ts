import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { readAnswer } from "#shared/portal-api/shapes.ts";
import { contractExamples } from "./examples.ts";
import { otherServicesDocument, portalApiDocument } from "./openapi.ts";
import { contractCalls, PORTAL_API, type ContractCall, type Examples } from "./operations.ts";
import { otherServiceExamples } from "./other-service-examples.ts";
import { fieldsOf, jsonSchema } from "./schema.ts";
import { failureWords, summaries } from "./words.ts";
import { mutate } from "../../tests/support/mutations.ts";

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
  expect(Object.keys(summaries).toSorted()).toEqual(namesOf([...portalCalls, ...otherServiceCalls]));
  expect([...examples.keys()].toSorted()).toEqual(namesOf(portalCalls));
  expect(Object.keys(failureWords).filter((call) => !(call in summaries))).toEqual([]);
  // The conformance run says the rest of it.
  expect(Object.values(failureWords).filter((words) => !words.startsWith("If it fails, "))).toEqual([]);
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

it("a field has one type, and says what else is read", () => {
  const { components, paths } = portalApiDocument(portalCalls, examples) as Record<string, unknown>;
  const text = JSON.stringify([components, paths]);
  expect(text).not.toContain('"anyOf"');
  const types = [...text.matchAll(/"type":(\[[^\]]*\])/g)].map(([, found]) => JSON.parse(found!) as string[]);
  expect(types.filter((names) => names.filter((name) => name !== "null").length !== 1)).toEqual([]);
  const { Location, Rule, Invoice } = (components as { schemas: Record<string, Sent> }).schemas;
  expect(Location!.properties["line1"]).toMatchObject({
    type: ["string", "null"],
    "x-tolerates": ["number"],
  });
  expect(Location!.properties["addressId"]).toMatchObject({ type: "integer", "x-tolerates": ["text"] });
  expect(Invoice!.properties["total"]).toMatchObject({ type: "number", format: "decimal" });
  expect(Invoice!.properties["dateIssued"]).toMatchObject({ format: "date-time" });
  expect(Invoice!.properties["status"]).toMatchObject({
    enum: [0, 1, 2, 3],
    "x-enum-varnames": ["Live", "OnHold", "Completed", "Disputed"],
  });
  expect(Rule!.properties["ruleName"]?.["x-extensible-enum"]).toContain("PostCode");
});

it("an enumeration has its words or codes in the schema, and one in words deviates as a number", () => {
  const fields = portalCalls.flatMap(({ call, operation }) =>
    fieldsOf(jsonSchema(operation.answer)).map((field) => ({ call, operation, ...field })),
  );
  const listed = fields.filter(({ description }) => /anything else|any other/i.test(description));
  const bare = listed.filter(({ words, codes }) => !words && !codes).map(({ path }) => path);
  expect(new Set(bare)).toEqual(new Set(["customerTier", "items.optional", "items.recurring"]));
  const inWords = fields.filter(({ words }) => words);
  expect(new Set(inWords.map(({ path }) => path.replace(/.*\./, "")))).toEqual(
    new Set(["ruleName", "membershipTier", "loginAccountStatus", "status", "type"]),
  );
  for (const { call, operation, path } of inWords) {
    const { answer } = examples.get(call) ?? {};
    const place = path.replace(/^items\./, Array.isArray(answer) ? "" : "items.");
    const numbered = mutate(answer, place, "of another type");
    // Some example hasn't a broken rule.
    if (JSON.stringify(numbered) !== JSON.stringify(answer))
      expect([call, readAnswer(operation.answer, numbered).deviations]).toEqual([call, [path]]);
  }
});

it("each path is spelt once", () => {
  for (const document of [
    portalApiDocument(portalCalls, examples),
    otherServicesDocument(otherServiceCalls),
  ]) {
    const spellings = Object.keys(document["paths"] as object).map((path) => path.toLowerCase());
    expect(spellings.filter((path, index) => spellings.indexOf(path) !== index)).toEqual([]);
  }
});

it("the examples contain no hostile texts and no local addresses", () => {
  const text = JSON.stringify([...examples.values()]);
  expect(text).not.toMatch(/<script|cmd\||127\.0\.0\.1|localhost/);
});

interface Sent {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

it("the claims and events of the other services fit their examples, and need what they require", () => {
  const { components, paths } = otherServicesDocument(otherServiceCalls) as unknown as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { security?: unknown; responses: Record<string, unknown> }>>>
    >;
    readonly components: { readonly schemas: Readonly<Record<string, Record<string, unknown>>> };
  };
  expect(paths["/suggestions"]?.["get"]?.responses["400"]).toEqual({
    $ref: "#/components/responses/LookupRefused",
  });
  expect(paths["/GetAvailableAddresses"]?.["post"]?.security).toEqual([{ gatewayKey: [] }]);
  const { schemas } = components;
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
