import { rejection } from "#shared/portal-api/errors.ts";
import { mayBePlainText } from "#shared/portal-api/reply.ts";
import written from "./openapi.json" with { type: "json" };
import { PORTAL_API, wireNames, type ContractCall, type Example, type Examples } from "./operations.ts";
import { otherServiceExamples } from "./other-service-examples.ts";
import { otherServiceSchemas, securityOf, webhooks, wireShapes } from "./other-services.ts";
import { jsonSchema, type JsonSchema } from "./schema.ts";
import { SentSchemas } from "./sent.ts";
import { failureWords, parameterWords, summaries } from "./words.ts";

type Json = Readonly<Record<string, unknown>>;

/** A call's parameter, as in OpenAPI. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

const portalApiDescription = `The calls the portal makes to a provider, and the responses it expects. See portal-api.md.

- If a \`required\` field is missing, the page says it couldn't be loaded. Fields with \`x-shown\` are only shown: the portal shows as much of them as it can, and logs and counts any that break the contract.
- We send saved objects back whole, with unknown fields and \`rowVersion\`.
- Paths match in any case, with or without a slash at the end. Arrays in a query are repeated parameters. Dates are ISO 8601, and money is in pounds as a decimal. The portal waits 30 s. After a network failure it repeats a read once, but never a write.`;

// The documents share openapi.json, but only the other services' document needs this one.
const { gatewayKey: _key, ...portalSchemes } = written.securitySchemes;

/** The content of docs/portal-api.openapi.json: every call to the portal API, as OpenAPI 3.1. */
export function portalApiDocument(calls: readonly ContractCall[], examples: Examples): Json {
  const portalCalls = calls.filter(({ base }) => base === PORTAL_API);
  return document("The portal API", portalApiDescription, portalCalls, {
    servers: [
      { url: "{base}", variables: { base: { default: "https://api.example", description: PORTAL_API } } },
    ],
    examples,
  });
}

/** The content of docs/neighbours.openapi.json: the calls to the other services, hub events and claims. */
export function otherServicesDocument(calls: readonly ContractCall[]): Json {
  const otherServiceCalls = calls.filter(({ base }) => base !== PORTAL_API);
  const services = "Files, uploads, bank check, address look-up and gateways, each at its own address.";
  return document("The portal's neighbours", services, otherServiceCalls, {
    webhooks,
    schemas: otherServiceSchemas,
    extraPaths: written.neighbours.paths,
    examples: otherServiceExamples,
  });
}

const nullableText = { type: ["string", "null"] };
/** The answers if a call is refused or fails, which no operation describes. */
const failureSchemas: Readonly<Record<string, JsonSchema>> = {
  Message: { type: "object", properties: { message: nullableText } },
  Rejection: {
    type: "object",
    properties: {
      ...jsonSchema(rejection.partial()).properties,
      errors: {
        type: "object",
        additionalProperties: { type: "array", items: { type: "string" } },
        description: "Texts by field, as ASP.NET's ValidationProblemDetails has them.",
      },
      message: { ...nullableText, description: "Shown if no rule is broken." },
      title: { ...nullableText, description: "Not shown; nor is `detail`." },
      status: { type: ["integer", "null"] },
    },
  },
};

interface Additions {
  readonly examples: Examples;
  readonly schemas?: Json;
  /** Paths that no operation describes. */
  readonly extraPaths?: Json;
}

function document(
  title: string,
  description: string,
  calls: readonly ContractCall[],
  { schemas, extraPaths, examples, ...rest }: Json & Additions,
): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  const named = new SentSchemas([...examples.values()]);
  for (const [name, schema] of Object.entries(failureSchemas)) named.sent(schema, name, undefined);
  for (const contractCall of calls) {
    const item = (paths[documentPathOf(contractCall.operation.path)] ??= {});
    if (contractCall.base !== PORTAL_API) {
      const base = { default: "https://service.example", description: contractCall.base };
      item["servers"] = [{ url: "{base}", variables: { base } }];
    }
    item[contractCall.operation.method.toLowerCase()] = operationObject(
      contractCall,
      named,
      examples.get(contractCall.call),
    );
  }
  const allPaths = { ...paths, ...extraPaths };
  const responses = usedOf("responses", written.responses, allPaths);
  return {
    openapi: "3.1.0",
    info: { title, description, version: "1", license: { name: "MIT", identifier: "MIT" } },
    ...rest,
    security: [{ subscriptionKey: [], identityToken: [] }],
    paths: allPaths,
    components: {
      securitySchemes: schemas ? written.securitySchemes : portalSchemes,
      parameters: usedOf("parameters", written.parameters, allPaths),
      schemas: { ...schemas, ...usedOf("schemas", named.all(), [allPaths, responses, named.all()]) },
      responses,
    },
  };
}

/** The components that are referred to. */
function usedOf(kind: string, components: Json, by: unknown): Json {
  const text = JSON.stringify(by);
  const isUsed = (name: string) => text.includes(`"#/components/${kind}/${name}"`);
  return Object.fromEntries(Object.entries(components).filter(([name]) => isUsed(name)));
}

function operationObject(contractCall: ContractCall, named: SentSchemas, example: Example | undefined): Json {
  const { name, operation, base, needsAccount } = contractCall;
  const { method, body } = operation;
  const isWrite = method === "POST" || method === "PUT";
  const errorResponses = [
    ...(base === "ADDRESS_LOOKUP_URL" ? [["400", "LookupRefused"]] : []),
    ...(base === PORTAL_API && (isWrite || contractCall.list) ? [["400", "BadRequest"]] : []),
    ["401", "Unauthorised"],
    ["403", "Forbidden"],
    ...(parametersOf(contractCall).some(isId) ? [["404", "NotFound"]] : []),
    ...(method === "PUT" && body ? [["409", "Conflict"]] : []),
    ["default", "Failed"],
  ] as const;
  // Services that don't need an identity token don't get the account either.
  const headers = securityOf(contractCall)
    ? []
    : [needsAccount ? "ClientId" : "ClientIdIfChosen", "RequestId"];
  return {
    operationId: name,
    tags: [base === PORTAL_API ? resourceOf(operation.path) : base],
    ...(summaries[contractCall.call] && { summary: summaries[contractCall.call] }),
    description: descriptionOf(contractCall),
    ...(securityOf(contractCall) && { security: securityOf(contractCall) }),
    parameters: [
      ...headers.map((header) => ({ $ref: `#/components/parameters/${header}` })),
      ...parametersOf(contractCall).map((parameter) => ({
        ...parameter,
        ...(parameter.schema.type === "array" && { style: "form", explode: true }),
        ...exampleOf(asParameter(parameter.schema, example?.parameters[parameter.name])),
      })),
    ],
    ...(body && {
      requestBody: {
        required: jsonSchema(body).type !== "null",
        content: {
          "application/json": {
            schema: named.sent(
              wireShapes[contractCall.call]?.body ?? jsonSchema(body),
              `${name}.body`,
              example?.body,
            ),
            ...exampleOf(example?.body),
          },
        },
      },
    }),
    responses: {
      "200": successResponse(contractCall, named, example),
      ...Object.fromEntries(
        errorResponses.map(([status, responseName]) => [
          status,
          { $ref: `#/components/responses/${responseName}` },
        ]),
      ),
    },
  };
}

function descriptionOf({ call, role, operation }: ContractCall): string {
  const failure = failureWords[call] ?? `If it fails, the portal says: ${operation.failure}`;
  return role ? `For the role ${role}. ${failure}` : failure;
}

const exampleOf = (value: unknown) => (value === undefined || value === null ? {} : { example: value });
/** In an address an id is text, whatever it is elsewhere. */
const asParameter = ({ type }: JsonSchema, value: unknown) =>
  type === "string" && typeof value === "number" ? String(value) : value;

/** A call's path in the document. The portal's own may have a slash at the end or a small letter at the start. */
export const documentPathOf = (path: string) =>
  `/${path.replace(/\/$/, "").replace(/^[a-z](?=[a-z]*\/)/, (letter) => letter.toUpperCase())}`;

/** A path's resource: `Contact` for `contact/details/{id}`. */
export function resourceOf(path: string): string {
  const [first = ""] = path.split(/[/_]/);
  return first.charAt(0).toUpperCase() + first.slice(1);
}

/** True for a parameter that identifies a record; if there's no such record, the answer is 404. */
export const isId = ({ name, in: location, required }: Parameter) =>
  required && (location === "path" || /^id$|(Id|Number)$/.test(name));

function successResponse(
  { name, operation, call, base }: ContractCall,
  named: SentSchemas,
  example: Example | undefined,
): Json {
  const schema = jsonSchema(operation.answer);
  const isFile = base !== PORTAL_API && /\{fileName\}|Letter/.test(operation.path);
  const headers = Object.entries(operation.answerHeaders ?? {}).map(([field, header]) => [
    header,
    {
      description: `The response's \`${field}\`.`,
      schema: named.sent(schema.properties?.[field] ?? {}, `${name}.${field}`, example?.headers[header]),
      ...exampleOf(example?.headers[header]),
    },
  ]);
  const paged = isPaged(operation.answer === undefined ? {} : schema) && operation.query !== undefined;
  const total = paged
    ? [["X-Total-Count", { description: "Same as `totalCount`.", schema: { type: "integer", minimum: 0 } }]]
    : [];
  return {
    description: isFile
      ? "The file."
      : mayBePlainText(operation)
        ? "Done. A single value may also be text/plain. If the portal doesn't read the response, there may be no body (204)."
        : "Done.",
    ...(headers.length + total.length > 0 && { headers: Object.fromEntries([...total, ...headers]) }),
    ...(operation.method !== "HEAD" && {
      content: {
        [isFile ? "application/octet-stream" : "application/json"]: {
          schema: named.sent(
            wireShapes[call]?.answer?.(schema) ?? bodyOf(schema, operation),
            name,
            example?.answer,
          ),
          ...exampleOf(example?.answer),
        },
      },
    }),
  };
}

const isPaged = ({ required = [] }: JsonSchema) => required.includes("totalCount");

/** An answer's body as a schema, without the fields that come in headers. */
function bodyOf(schema: JsonSchema, { answerHeaders = {} }: ContractCall["operation"]): JsonSchema {
  if (schema.properties === undefined) return schema;
  const isField = (name: string) => !Object.hasOwn(answerHeaders, name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties).filter(([name]) => isField(name))),
    required: (schema.required ?? []).filter(isField),
  };
}

/** The path and query parameters that the portal uses, as they're spelt in the request. */
export function parametersOf({ operation, list }: ContractCall): readonly Parameter[] {
  const { params, query } = operation;
  const inPath = Object.entries(params ? (jsonSchema(params).properties ?? {}) : {})
    .filter(([name]) => operation.path.includes(`{${name}}`))
    .map(([name, schema]) => ({ name, in: "path", required: true, schema }) as const);
  const querySchema = query ? jsonSchema(query) : {};
  const fields = Object.keys(querySchema.properties ?? {}).filter((name) => isUsed(name, list));
  const names = query && wireNames(query, fields);
  const inQuery = fields.map(
    (name) =>
      ({
        name: names?.get(name.toLowerCase()) ?? name,
        in: "query",
        required: querySchema.required?.includes(name) ?? false,
        ...withListValues(name, querySchema.properties?.[name] ?? {}, list),
      }) as const,
  );
  return [...inPath, ...inQuery];
}

function isUsed(name: string, list: ContractCall["list"]): boolean {
  if (!list) return true;
  if (name === "searchKeyword") return list.searches;
  const type = { includedStatusCodes: "number", includedStatuses: "string" }[name];
  if (type) return list.statuses.some((status) => typeof status === type);
  return name !== "unpaidOnly" || list.fixed.includes(name);
}

function withListValues(name: string, schema: JsonSchema, list: ContractCall["list"]) {
  if (list && name === "sortBy") {
    const description = `One of ${list.sorts.join(", ")}, in any case, and ASC or DESC: '${list.sorts[0] ?? ""} ASC'.`;
    return { schema, description };
  }
  const type = name === "includedStatuses" ? "string" : "integer";
  const items = list && name.startsWith("includedStatus") && { type, enum: list.statuses.toSorted() };
  const description = parameterWords[name];
  return { schema: { ...schema, ...(items && { items }) }, ...(description && { description }) };
}
