import { essentialsSection } from "./essentials.ts";
import { parametersOf, resourceOf, type Parameter } from "./openapi.ts";
import { PORTAL_API, type ContractCall, type Examples } from "./operations.ts";
import { fieldsOf, jsonSchema, typeOf, type Field, type JsonSchema } from "./schema.ts";
import { failureWords, summaries } from "./words.ts";

const head = `# The portal API

What a provider answers to the portal: every call that it makes, made from \`shared/portal-api\`. The same for machines:
[portal-api.openapi.json](portal-api.openapi.json) (OpenAPI 3.1), and for files, uploads, bank check, gateways, address
look-up, hub events and identity claims [neighbours.openapi.json](neighbours.openapi.json). Whether a provider keeps to it says
\`npm run conformance\` ([integrate.md](integrate.md#does-a-provider-keep-to-the-contract)); what the business means by it, [domain.md](domain.md).

## What holds for every call

- Paths are relative to \`PORTAL_API_URL\`, in any case, with or without a slash at the end. Bodies and answers are JSON. The portal
  waits 30 s; reads are repeated once after a network fault, writes never.
- Headers: \`Ocp-Apim-Subscription-Key\`; \`Authorization: Bearer <identity token>\`; \`X-Client-Id\`, the account that the person works
  for (absent only before one is chosen); \`X-Request-Id\`, which names the portal's request.
- The provider proves account and role again from the token: roles come as \`{clientId}-{roleName}\`.
- Dates are ISO 8601, money is decimal pounds, role ids are powers of two, arrays in a query are repeated parameters.
- A list answers \`{ items, totalCount }\` with \`X-Total-Count\`; one without pages may be a bare list.
- An answer that is one value, such as an address or an id, or that nobody reads, may be bare text (\`text/plain\`) as well
  as JSON; nothing at all is none.
- A status that is a number may come as its digits or its name (\`OnHold\`, 'on hold').
- An id goes back in the type that it came with: a number as a number, a text or a GUID as it was.
- Objects that are saved go back whole, unknown fields and \`rowVersion\` included. An id of 0 or -1 is none.

| status | body | the portal |
|---|---|---|
| 400, 422 | \`{ brokenRulesCollection: [{ property, ruleName, description, severity }] }\`, property in PascalCase, severity 0 error, 1 warning, 2 info, 3 success; or plain text; or the text in \`message\`, and \`errors\` (or \`ModelState\`) as \`{ field: [text] }\` | shows it on the form |
| 2xx to a POST or PUT | an object with \`success\` or \`isSuccess\` false, or \`isValid\` false and a broken rule of severity 0; not to \`Payment/CompletePaymentTransaction\`, whose receipt proves | as 400 |
| 409, or any text or broken rule that ends in 'by another user.' | likewise | shows both edits |
| 401 | any | renews the token once, then asks the person to sign in; does without the call where the page can |
| 403 | any | says that access is missing; reads the token's roles anew |
| 404; 204 to a GET of one thing by its id | any, 200 with \`null\` likewise; also for what belongs to another account | Page Not Found |
| else from 300 on, HTML, no JSON | any | says that it could not be loaded |

**Use** says what a field is for. *required*: without it, or where it can't be read, the page says that it could not be loaded.
*optional*: may be absent or null, but is never of another type. *shown*: read as well as can be, whatever it is; where it is not as
agreed, log and \`portal_api_deviations_total\` tell. [Essential fields](#essential-fields) are those that can spoil a page.
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
  return `${head}\n${parts.join("\n")}\n${essentials}\n<!-- Made by \`npm run docs\`; a test fails where it is not current. -->\n`;
}

function callPart(contractCall: ContractCall, shapeNames: Map<string, string>): string {
  const { operation, role, needsAccount } = contractCall;
  const { method, path, body, answer, failure } = operation;
  const access = role
    ? `For the role ${role}.`
    : needsAccount
      ? "For everyone of the account."
      : "For anyone with a token.";
  const parameters = parametersOf(contractCall);
  const parts = [
    `### ${method} ${path}`,
    summaries[contractCall.call] ?? "",
    `${access} ${failureWords[contractCall.call] ?? `Where it fails the portal says '${failure}'`}`,
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(body ? [shapePart("Body", `the body of \`${method} ${path}\``, jsonSchema(body), shapeNames)] : []),
    shapePart("Answer", `the answer of \`${method} ${path}\``, jsonSchema(answer), shapeNames),
    ...(operation.bareText ? ["It may come as bare text."] : []),
    ...Object.entries(operation.answerHeaders ?? {}).map(
      ([field, header]) => `\`${field}\` comes as the header \`${header}\`, or else in the body.`,
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

/** A table of the fields; a shape that an earlier call has refers to that call. */
function shapePart(title: string, name: string, schema: JsonSchema, shapeNames: Map<string, string>): string {
  const key = JSON.stringify(schema);
  const schemaFields = fieldsOf(schema);
  // 'shown' applies to answers only; in a body such a field is optional.
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
  if (earlier !== undefined) return `${title}: as ${earlier}.`;
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
  const words = [description, consequence && `Without it ${consequence}.`].filter(Boolean).join(" ");
  return row(`\`${path}\``, type, use, words);
};

const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
