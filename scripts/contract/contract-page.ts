import { essentialsSection } from "./essentials.ts";
import { parametersOf, resourceOf, type Parameter } from "./openapi.ts";
import { PORTAL_API, type ContractCall, type Examples } from "./operations.ts";
import { fieldsOf, jsonSchema, typeOf, type Field, type JsonSchema } from "./schema.ts";
import { failureWords, summaries } from "./words.ts";

const head = `# The portal API

Every call the portal makes to a provider and the response it expects, generated from \`shared/portal-api\`. There's an OpenAPI 3.1
version in [portal-api.openapi.json](portal-api.openapi.json). [neighbours.openapi.json](neighbours.openapi.json) covers files,
uploads, the bank check, the gateways, the address look-up, hub events and identity claims. \`npm run conformance\` checks whether
your provider keeps to the contract ([integrate.md](integrate.md#does-a-provider-keep-to-the-contract)), and
[domain.md](domain.md) explains the business rules.

## Rules for every call

- Paths are relative to \`PORTAL_API_URL\`, in any case, with or without a slash at the end. All bodies are JSON. The portal
  waits 30 s. After a network failure it repeats a read once, but never a write.
- Headers: \`Ocp-Apim-Subscription-Key\`; \`Authorization: Bearer <identity token>\`; \`X-Client-Id\`, the account the person is
  currently using (left out only until they've chosen one); \`X-Request-Id\`, the id of the portal's request.
- The provider checks the account and role again from the token, where roles look like \`{clientId}-{roleName}\`.
- Dates are ISO 8601, money is in pounds as a decimal, role ids are powers of two, and arrays in a query are repeated parameters.
- A list returns \`{ items, totalCount }\` with \`X-Total-Count\`; if it isn't paged it may be a bare list.
- A single value, such as an address or an id, may be plain text (\`text/plain\`) as well as JSON. So may a response the portal
  doesn't read. An empty body means there's no value.
- A numeric status may be sent as digits or by name (\`OnHold\`, 'on hold'). A status in words is read in any case, with or without
  spaces (\`ExpiresSoon\`), but not as a number.
- We send an id back as the type it came in: a number as a number, text or a GUID unchanged.
- We send saved objects back whole, with unknown fields and \`rowVersion\`. An id of 0 or -1 means there isn't one.

| status | body | the portal |
|---|---|---|
| 400, 422 | \`{ brokenRulesCollection: [{ property, ruleName, description, severity }] }\`, property in PascalCase, severity 0 error, 1 warning, 2 info, 3 success; or plain text; or the text in \`message\`, and \`errors\` (or \`ModelState\`) as \`{ field: [text] }\` | shows it on the form |
| 2xx for a POST or PUT | an object with \`success\` or \`isSuccess\` false, or \`isValid\` false and a broken rule of severity 0; but \`Payment/CompletePaymentTransaction\` is judged by its receipt | does the same as for 400 |
| 409, or any text or broken rule that ends in 'by another user.' | as above | shows both edits |
| 401 | any | renews the token once, then asks the person to sign in, unless the page can do without the call |
| 403 | any | says the person doesn't have access, and reads the token's roles again |
| 404; 204 for a GET of one record by its id | any; the same for 200 with \`null\`. Also use it for anything in another account | shows Page Not Found |
| anything else from 300 up, or a body that isn't JSON | any | says it couldn't be loaded |

**Use** tells you how the portal treats a field. *required*: if it's missing or unreadable, the page says it couldn't be loaded.
*optional*: it may be missing or null, but mustn't be a different type. *shown*: the portal shows as much of it as it can; if it
breaks the contract, you'll see that in the log and \`portal_api_deviations_total\`. Only [essential fields](#essential-fields) can
stop a page from loading.
`;

/** The content of docs/portal-api.md. */
export function contractPage(calls: readonly ContractCall[], examples: Examples): string {
  const shapeNames = new Map<string, string>();
  const portalCalls = calls.filter(({ base }) => base === PORTAL_API);
  const resources = [...new Set(portalCalls.map(({ operation }) => resourceOf(operation.path)))];
  const parts = resources.map((resource) => {
    const calls = portalCalls.filter(({ operation }) => resourceOf(operation.path) === resource);
    return `## ${resource}\n\n${calls.map((contractCall) => callPart(contractCall, shapeNames)).join("\n")}`;
  });
  const essentials = essentialsSection(portalCalls, examples);
  return `${head}\n${parts.join("\n")}\n${essentials}\n<!-- Made by \`npm run docs\`; a test fails if it's out of date. -->\n`;
}

function callPart(contractCall: ContractCall, shapeNames: Map<string, string>): string {
  const { operation, role, needsAccount } = contractCall;
  const { method, path, body, answer, failure } = operation;
  const access = role
    ? `For the role ${role}.`
    : needsAccount
      ? "For everyone in the account."
      : "For anyone with a token.";
  const parameters = parametersOf(contractCall);
  const parts = [
    `### ${method} ${path}`,
    summaries[contractCall.call] ?? "",
    `${access} ${failureWords[contractCall.call] ?? `If it fails, the portal says '${failure}'`}`,
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(body ? [shapePart("Body", `the body of \`${method} ${path}\``, jsonSchema(body), shapeNames)] : []),
    shapePart("Response", `the response to \`${method} ${path}\``, jsonSchema(answer), shapeNames),
    ...(operation.allowsPlainText ? ["It may be plain text."] : []),
    ...Object.entries(operation.answerHeaders ?? {}).map(
      ([field, header]) => `\`${field}\` is in the header \`${header}\`, or else in the body.`,
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: location, required, schema, description = "" }) => {
    const items = schema.items ? `: ${typeOf(schema.items)}` : "";
    return row(
      `\`${name}\``,
      location,
      `${typeOf(schema)}${items}`,
      required ? "required" : "optional",
      description,
    );
  });
  return `| parameter | in | type | use | |\n|---|---|---|---|---|\n${rows.join("\n")}`;
}

/** A table of the fields. If an earlier call has the same shape, refers to that call. */
function shapePart(title: string, name: string, schema: JsonSchema, shapeNames: Map<string, string>): string {
  const key = JSON.stringify(schema);
  const schemaFields = fieldsOf(schema);
  // 'shown' only applies to answers; in a body such a field is optional.
  const fields =
    title === "Body"
      ? schemaFields.map((field) => ({
          ...field,
          use: field.use.replace("shown", "optional"),
          consequence: undefined,
        }))
      : schemaFields;
  if (fields.length === 0) return `${title}: ${schemaInWords(schema)}.`;
  const earlier = shapeNames.get(key);
  if (earlier !== undefined) return `${title}: the same as ${earlier}.`;
  shapeNames.set(key, name);
  const list =
    schema.type === "array"
      ? ", a list"
      : schema.anyOf?.some(({ type }) => type === "null")
        ? ", or nothing"
        : "";
  return `${title}${list}:\n\n| field | type | use | |\n|---|---|---|---|\n${fields.map(fieldRow).join("\n")}`;
}

function schemaInWords(schema: JsonSchema): string {
  const type = typeOf(schema);
  return type === "anything" ? "not read" : type;
}

type FieldRow = Omit<Field, "use"> & { readonly use: string };
const fieldRow = ({ path, type, use, description, consequence }: FieldRow) => {
  const words = [description, consequence && `Without it, ${consequence}.`].filter(Boolean).join(" ");
  return row(`\`${path}\``, type, use, words);
};

const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
