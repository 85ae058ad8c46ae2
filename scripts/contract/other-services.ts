import { identityClaims } from "#server/identity/claims.ts";
import { liveKinds } from "#shared/live-kinds.ts";
import written from "./openapi.json" with { type: "json" };
import type { ContractCall } from "./operations.ts";
import { jsonSchema, type JsonSchema } from "./schema.ts";

type Json = Readonly<Record<string, unknown>>;

const claims = jsonSchema(identityClaims);

/** A customer's or an employee's claims. Those that are needed to sign in are required. */
function claimsOf(userType: string, roles: string, example: Json) {
  const descriptions: Readonly<Record<string, string>> = {
    sub: "Who the person is, unless there's an `oid`.",
    oid: "The person's id in the directory; used instead of `sub`.",
    roles,
    userType: `'${userType}', in any case.`,
    accounts: "Mustn't be empty. The portal only counts them; GET Client/MyAccounts says which they are.",
    email: "Used instead of `emails` and `preferred_username`.",
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
    description: `Claims in ${userType === "customer" ? "a customer's" : "an employee's"} identity token. Nobody gets in without a user type, a role and an account. The name and address are only shown.`,
    examples: [example],
  };
}

const NO_ACCESS =
  "MyPortalNoAccess, alone or with MyPortalPendingValidation or MyPortalLockedOut, keeps people out.";
const ROLES = "`{clientId}-{roleName}`, ignoring spaces and case in names; unknown names are ignored.";

/** The schemas of the identity token's claims and of the hub's events. */
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
    `${ROLES} \`*-{roleName}\` gives the role in all of their accounts. ${NO_ACCESS}`,
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
        summary: "A hub event.",
        description: `The hub's method ${kind}, over SignalR with the JSON protocol. The portal connects with the identity token and \`X-Client-Id\`, once for each person and account, and doesn't send the hub anything.`,
        requestBody: {
          content: {
            "application/json": {
              schema: {
                $ref: `#/components/schemas/${kind === "TicketUpdated" ? "TicketEvent" : "HubEvent"}`,
              },
            },
          },
        },
        responses: { "200": { description: "The portal doesn't return anything." } },
      },
    },
  ]),
);

/** The authentication for services that don't need both the subscription key and the identity token. */
const security: Readonly<Record<string, readonly Json[]>> = {
  ADDRESS_LOOKUP_URL: [{ subscriptionKey: [] }],
  FIBRE_ADDRESSES_URL: [{ gatewayKey: [] }],
  FIBRE_PRODUCTS_URL: [{ gatewayKey: [] }],
};

/** A call's authentication; undefined if the document's default applies. */
export const securityOf = ({ base }: ContractCall) => security[base];

const oneOrMany = (item: JsonSchema): JsonSchema => ({
  anyOf: [{ type: "array", items: item }, item, { type: "null" }],
  description:
    "A list. A single item may be sent on its own; an empty list as null, an empty string or nothing.",
});

/** Corrections, by call, for bodies and answers that are sent in a different form from the schema, which converts them. */
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
