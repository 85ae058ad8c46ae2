import { people, rolesClaim } from "#provider/data/people.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { startTestProvider } from "#provider/test-provider.ts";
import { callIn, PORTAL_API, type ContractCall, type Example, type Examples } from "./operations.ts";
import { jsonSchema, type JsonSchema } from "./schema.ts";
import { writtenExamples, type Written } from "./written-examples.ts";
import { createSamples } from "../conformance/samples.ts";
import { sender, type Input, type Reply } from "../conformance/wire.ts";

/** A fixed time, so that the examples are always the same. */
const NOW = new Date("2026-03-02T10:00:00Z");
const MOST_ITEMS = 3;
const clientId = "1001";

/** The embedded provider's shortened answers to all calls; calls that change data are made as the portal's forms do. */
export async function contractExamples(calls: readonly ContractCall[]): Promise<Examples> {
  const anna = people.find(({ firstName }) => firstName === "Anna");
  if (!anna) throw new Error("the embedded provider has no Anna");
  const verifyToken = async () => ({
    ...{
      sub: anna.id,
      roles: rolesClaim(anna),
      name: "Anna Archer",
      given_name: "Anna",
      family_name: "Archer",
    },
    ...{ email: anna.email, userType: "customer" as const, accounts: [clientId] },
  });
  const provider = await startTestProvider({ verifyToken, now: () => NOW });
  // Removes hostile texts that the demo has for tests.
  provider.db.exec(`UPDATE addresses SET notes = '' WHERE notes LIKE '%<%';
    UPDATE contacts SET first_names = 'Ada', surname = 'Atkins', position = 'Buyer' WHERE first_names LIKE '+%'`);
  const own = calls.filter(({ base }) => base === PORTAL_API);
  const call = callIn(own);
  const access = { key: demoSecrets.portalApiKey, token: "t", clientId, otherToken: undefined };
  const send = sender({ ...access, api: `${provider.url}/api` });
  const samples = createSamples(own, send, call);
  const said = (text: string) => JSON.parse(text.replaceAll(provider.url, "https://api.example")) as unknown;
  try {
    const found = new Map<string, Example>();
    const whole = new Map<string, unknown>();
    for (const one of own.filter(({ operation }) => operation.method === "GET")) {
      const sampled = await samples(one);
      const input = typeof sampled === "string" ? fail(`${one.call}: ${sampled}`) : withPages(one, sampled);
      const reply = await send(one, input);
      whole.set(one.call, reply.body);
      found.set(one.call, exampleOf(one, input, reply, said));
    }
    const answers = (name: string) => whole.get(name) as Readonly<Record<string, unknown>>;
    for (const [name, written] of Object.entries(writtenExamples(answers))) {
      const one = call(name);
      const input = {
        params: written.params ?? {},
        query: written.query ?? {},
        body: one.operation.body?.parse(written.body),
      };
      const example =
        "answer" in written ? fixed(input, written) : exampleOf(one, input, await send(one, input), said);
      found.set(name, example);
    }
    return found;
  } finally {
    await provider.close();
  }
}

function fail(text: string): never {
  throw new Error(text);
}

/** The input of a list, with paging as in the portal. */
const withPages = ({ list, operation }: ContractCall, { query, ...rest }: Input): Input =>
  list && operation.query
    ? {
        ...rest,
        query: { ...(operation.query.parse({ pageNumber: 1, pageSize: MOST_ITEMS }) as object), ...query },
      }
    : { ...rest, ...(query && { query }) };

const parametersIn = ({ params, query }: Input) =>
  Object.fromEntries(Object.entries({ ...params, ...query }).filter(([, value]) => value !== undefined));

const fixed = (input: Input, { answer }: Written): Example => ({
  parameters: parametersIn(input),
  ...(input.body !== undefined && { body: input.body }),
  answer,
  headers: {},
});

function exampleOf(one: ContractCall, input: Input, reply: Reply, said: (text: string) => unknown): Example {
  if (reply.status !== 200) fail(`${one.call} answers ${reply.status}: ${reply.text}`);
  const { operation } = one;
  const answer = shortened(said(reply.text), jsonSchema(operation.answer));
  const headers = Object.entries(operation.answerHeaders ?? {}).map(([, name]) => [
    name,
    Number(reply.headers.get(name)),
  ]);
  const body = operation.body && shortened(input.body, jsonSchema(operation.body));
  return {
    parameters: parametersIn(input),
    ...(input.body !== undefined && { body }),
    answer,
    headers: Object.fromEntries(headers) as Example["headers"],
  };
}

/** Keeps only fields of the contract and the first items of a list; validation rules stay complete. */
function shortened(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const item = itemSchema(schema);
    const isRules = item.properties?.["ruleName"] !== undefined;
    const kept: readonly unknown[] = isRules ? value : value.slice(0, MOST_ITEMS);
    return kept.map((one) => shortened(one, item));
  }
  if (typeof value !== "object" || value === null) return value;
  const { properties } = schema.properties ? schema : (schema.anyOf?.find((one) => one.properties) ?? {});
  if (!properties) return value;
  const fields = Object.entries(value).flatMap(([name, inner]) =>
    properties[name] ? [[name, shortened(inner, properties[name])] as const] : [],
  );
  const object = Object.fromEntries(fields);
  const isList = Array.isArray(object["items"]) && "totalCount" in object;
  return isList ? { ...object, totalCount: (object["items"] as unknown[]).length } : object;
}

/** The schema of the items of a list, which may be one of several alternatives. */
function itemSchema({ items, anyOf = [] }: JsonSchema): JsonSchema {
  return items ?? anyOf.find((one) => one.items)?.items ?? {};
}
