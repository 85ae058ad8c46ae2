import { people } from "#provider/data/people.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { claimsOf, startTestProvider } from "#provider/test-provider.ts";
import { callIn, PORTAL_API, type ContractCall, type Example, type Examples } from "./operations.ts";
import { jsonSchema, type JsonSchema } from "./schema.ts";
import { writtenExamples, type WrittenExample } from "./written-examples.ts";
import { createSamples } from "../conformance/samples.ts";
import { createSend, type Input, type Reply } from "../conformance/wire.ts";

/** A fixed time, so that the examples are always the same. */
const NOW = new Date("2026-03-02T10:00:00Z");
const MAX_ITEMS = 3;
const clientId = "1001";

/** The embedded provider's answers to all calls, shortened. Calls that change data are made as the portal's forms make them. */
export async function contractExamples(calls: readonly ContractCall[]): Promise<Examples> {
  const anna = people.find(({ firstName }) => firstName === "Anna");
  if (!anna) throw new Error("the embedded provider has no Anna");
  const verifyToken = async () => ({ ...claimsOf(anna), accounts: [clientId] });
  const provider = await startTestProvider({ verifyToken, now: () => NOW });
  // Removes hostile texts that the demo has just for tests.
  provider.db.exec(`UPDATE addresses SET notes = '' WHERE notes LIKE '%<%';
    UPDATE contacts SET first_names = 'Ada', surname = 'Atkins', position = 'Buyer' WHERE first_names LIKE '+%'`);
  const portalCalls = calls.filter(({ base }) => base === PORTAL_API);
  const call = callIn(portalCalls);
  const access = { key: demoSecrets.portalApiKey, token: "t", clientId, otherToken: undefined };
  const send = createSend({ ...access, api: `${provider.url}/api` });
  const samples = createSamples(portalCalls, send, call);
  const parseAnswer = (text: string) =>
    JSON.parse(text.replaceAll(provider.url, "https://api.example")) as unknown;
  try {
    const examples = new Map<string, Example>();
    const replyBodies = new Map<string, unknown>();
    for (const contractCall of portalCalls.filter(({ operation }) => operation.method === "GET")) {
      const sample = await samples(contractCall);
      const input =
        typeof sample === "string"
          ? fail(`${contractCall.call}: ${sample}`)
          : withPages(contractCall, sample);
      const reply = await send(contractCall, input);
      replyBodies.set(contractCall.call, reply.body);
      examples.set(contractCall.call, exampleOf(contractCall, input, reply, parseAnswer));
    }
    const bodyOf = (name: string) => replyBodies.get(name) as Readonly<Record<string, unknown>>;
    for (const [name, written] of Object.entries(writtenExamples(bodyOf))) {
      const contractCall = call(name);
      const input = {
        params: written.params ?? {},
        query: written.query ?? {},
        body: contractCall.operation.body?.parse(written.body),
      };
      const example =
        "answer" in written
          ? fixedExample(input, written)
          : exampleOf(contractCall, input, await send(contractCall, input), parseAnswer);
      examples.set(name, example);
    }
    return examples;
  } finally {
    await provider.close();
  }
}

function fail(text: string): never {
  throw new Error(text);
}

/** A list's input, with paging as in the portal. */
const withPages = ({ list, operation }: ContractCall, { query, ...rest }: Input): Input =>
  list && operation.query
    ? {
        ...rest,
        query: { ...(operation.query.parse({ pageNumber: 1, pageSize: MAX_ITEMS }) as object), ...query },
      }
    : { ...rest, ...(query && { query }) };

const parametersIn = ({ params, query }: Input) =>
  Object.fromEntries(Object.entries({ ...params, ...query }).filter(([, value]) => value !== undefined));

const fixedExample = (input: Input, { answer }: WrittenExample): Example => ({
  parameters: parametersIn(input),
  ...(input.body !== undefined && { body: input.body }),
  answer,
  headers: {},
});

function exampleOf(
  contractCall: ContractCall,
  input: Input,
  reply: Reply,
  parseAnswer: (text: string) => unknown,
): Example {
  if (reply.status !== 200) fail(`${contractCall.call} answers ${reply.status}: ${reply.text}`);
  const { operation } = contractCall;
  const answer = shorten(parseAnswer(reply.text), jsonSchema(operation.answer));
  const headers = Object.entries(operation.answerHeaders ?? {}).map(([, name]) => [
    name,
    Number(reply.headers.get(name)),
  ]);
  const body = operation.body && shorten(input.body, jsonSchema(operation.body));
  return {
    parameters: parametersIn(input),
    ...(input.body !== undefined && { body }),
    answer,
    headers: Object.fromEntries(headers) as Example["headers"],
  };
}

/** Only keeps the contract's fields and a list's first items; validation rules stay complete. */
function shorten(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const item = itemSchema(schema);
    const isRules = item.properties?.["ruleName"] !== undefined;
    const keptItems: readonly unknown[] = isRules ? value : value.slice(0, MAX_ITEMS);
    return keptItems.map((element) => shorten(element, item));
  }
  if (typeof value !== "object" || value === null) return value;
  const { properties } = schema.properties
    ? schema
    : (schema.anyOf?.find((alternative) => alternative.properties) ?? {});
  if (!properties) return value;
  const fields = Object.entries(value).flatMap(([name, inner]) =>
    properties[name] ? [[name, shorten(inner, properties[name])] as const] : [],
  );
  const object = Object.fromEntries(fields);
  const isList = Array.isArray(object["items"]) && "totalCount" in object;
  return isList ? { ...object, totalCount: (object["items"] as unknown[]).length } : object;
}

/** The schema of a list's items. The list may be one of several alternatives. */
function itemSchema({ items, anyOf = [] }: JsonSchema): JsonSchema {
  return items ?? anyOf.find((alternative) => alternative.items)?.items ?? {};
}
