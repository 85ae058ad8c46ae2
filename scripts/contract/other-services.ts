import { identityClaims } from "#server/identity/claims.ts";
import { liveKinds } from "#shared/live-kinds.ts";
import written from "./openapi.json" with { type: "json" };
import type { ContractCall } from "./operations.ts";
import { jsonSchema, type JsonSchema } from "./schema.ts";

type Json = Readonly<Record<string, unknown>>;

const claims = jsonSchema(identityClaims);

/** The claims of a customer or an employee; those that are needed to sign in are required. */
function claimsOf(userType: string, roles: string, example: Json) {
  const descriptions: Readonly<Record<string, string>> = {
    sub: "Who it is, unless `oid` says it.",
    oid: "The directory's id of the person; wins over `sub`.",
    roles,
    userType: `'${userType}', in any case.`,
    accounts: "Not empty. It is only counted: which accounts they are, GET Client/MyAccounts says.",
    email: "Wins over `emails` and `preferred_username`.",
  };
  const properties = Object.fromEntries(
    Object.entries(claims.properties ?? {}).map(([name, field]) => [
      name,
      { ...field, ...(descriptions[name] && { description: descriptions[name] }) },
    ]),
  );
  return {
    ...claims,
    properties,
    required: ["sub", "roles", "userType", "accounts"],
    description: `Claims of the identity token of ${userType === "customer" ? "a customer" : "an employee"}. Without user type, a role or an account nobody is let in; name and address are only shown.`,
    examples: [example],
  };
}

const NO_ACCESS =
  "MyPortalNoAccess, alone or with MyPortalPendingValidation or MyPortalLockedOut, keeps the person out.";
const ROLES = "`{clientId}-{roleName}`, names compared without spaces and case; unknown names are ignored.";

/** Schemas of the identity token's claims and of the hub's events. */
export const otherServiceSchemas = {
  CustomerClaims: claimsOf("customer", `${ROLES} ${NO_ACCESS}`, {
    sub: "2001",
    roles: ["1001-Orders", "1001-MyPortalAdmin"],
    given_name: "Anna",
    family_name: "Archer",
    emails: ["anna.archer@harbourpine.example"],
    userType: "customer",
    accounts: ["1001"],
  }),
  EmployeeClaims: claimsOf(
    "employee",
    `${ROLES} \`*-{roleName}\` is the role for every account of theirs. ${NO_ACCESS}`,
    {
      sub: "e-17",
      oid: "8f0c2a55-0c34-4a0b-9a58-7c1d2b6f9e10",
      roles: ["*-Support", "*-MyPortalSwitchAccount"],
      name: "Ella Ekwueme",
      preferred_username: "ella@provider.example",
      userType: "employee",
      accounts: ["1001", "1003"],
    },
  ),
  ...written.neighbours.schemas,
};

/** Methods that the SignalR hub (`PORTAL_HUB_URL`) calls on the portal. */
export const webhooks = Object.fromEntries(
  [...liveKinds.keys()].map((kind) => [
    kind,
    {
      post: {
        operationId: kind,
        summary: "An event of the hub.",
        description: `The hub's method ${kind}, over SignalR with the JSON protocol. The portal connects with the identity token and \`X-Client-Id\`, once for each person and account; nothing is sent to the hub.`,
        requestBody: {
          content: {
            "application/json": {
              schema: {
                $ref: `#/components/schemas/${kind === "TicketUpdated" ? "TicketEvent" : "HubEvent"}`,
              },
            },
          },
        },
        responses: { "200": { description: "Nothing is answered." } },
      },
    },
  ]),
);

/** The authentication of services that do not need both the subscription key and the identity token. */
const security: Readonly<Record<string, readonly Json[]>> = {
  ADDRESS_LOOKUP_URL: [{ subscriptionKey: [] }],
  FIBRE_ADDRESSES_URL: [{ gatewayKey: [] }],
  FIBRE_PRODUCTS_URL: [{ gatewayKey: [] }],
};

/** The authentication of a call; undefined where the document's default applies. */
export const securityOf = ({ base }: ContractCall) => security[base];

const oneOrMany = (item: JsonSchema): JsonSchema => ({
  anyOf: [{ type: "array", items: item }, item, { type: "null" }],
  description: "A list. One may come as itself, none as null, absent or an empty text.",
});

/** Corrections, by call, where the body or answer on the wire differs from the schema, which converts it. */
export const wireShapes: Readonly<
  Record<string, { readonly body?: JsonSchema; readonly answer?: (schema: JsonSchema) => JsonSchema }>
> = {
  "POST GetAvailableAddresses": {
    body: nested(
      "getAvailableAddresses",
      nested("request", nested("address", nested("postCode", { type: "string" }))),
    ),
    answer: (schema) => withLists(schema, ["Sites", "Errors"]),
  },
  "GET address-availability/available-products": {
    answer: (schema) => withLists(schema, ["availableProduct"]),
  },
  ...Object.fromEntries(
    ["GET GetUKBankBranch/{clientId}", "GET GetUKBankBranches/{clientId}"].map((call) => [
      call,
      {
        answer: (schema: JsonSchema): JsonSchema => ({
          anyOf: [schema, { type: "string", description: "The same as JSON text, or 'null'." }],
        }),
      },
    ]),
  ),
};

function nested(name: string, inner: JsonSchema): JsonSchema {
  return { type: "object", properties: { [name]: inner }, required: [name] };
}

function withLists(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { properties, required, anyOf } = schema;
  const entries = Object.entries(properties ?? {}).map(([name, field]) => [
    name,
    names.includes(name) && field.items ? oneOrMany(withLists(field.items, names)) : withLists(field, names),
  ]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(entries) as Record<string, JsonSchema> }),
    ...(required && { required: required.filter((name) => !names.includes(name)) }),
    ...(anyOf && { anyOf: anyOf.map((alternative) => withLists(alternative, names)) }),
  };
}
