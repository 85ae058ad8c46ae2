import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import * as addressCalls from "#shared/portal-api/addresses.ts";
import * as availabilityCalls from "#shared/portal-api/availability.ts";
import * as clientCalls from "#shared/portal-api/clients.ts";
import * as contactCalls from "#shared/portal-api/contacts.ts";
import * as directDebitCalls from "#shared/portal-api/direct-debits.ts";
import * as invoiceCalls from "#shared/portal-api/invoices.ts";
import * as licenceCalls from "#shared/portal-api/licences.ts";
import * as lineFaultCalls from "#shared/portal-api/line-faults.ts";
import * as notificationCalls from "#shared/portal-api/notifications.ts";
import { fillPath, queryString, type Operation } from "#shared/portal-api/operation.ts";
import * as paymentCalls from "#shared/portal-api/payments.ts";
import * as quoteCalls from "#shared/portal-api/quotes.ts";
import * as returnCalls from "#shared/portal-api/returns.ts";
import { readAnswer } from "#shared/portal-api/shapes.ts";
import * as shopCalls from "#shared/portal-api/shop.ts";
import * as ticketCalls from "#shared/portal-api/support-tickets.ts";
import { jsonSchema } from "../../scripts/contract/schema.ts";
import { fieldsOf, mutate, mutations, type Mutation } from "../support/mutations.ts";

const modules = [
  addressCalls,
  availabilityCalls,
  clientCalls,
  contactCalls,
  directDebitCalls,
  invoiceCalls,
  licenceCalls,
  lineFaultCalls,
  notificationCalls,
  paymentCalls,
  quoteCalls,
  returnCalls,
  shopCalls,
  ticketCalls,
];
const operations = modules
  .flatMap((module) => Object.values(module) as unknown[])
  .filter((value): value is Operation => typeof value === "object" && value !== null && "failure" in value);

/** Sample answers to calls that change something, as docs/domain.md describes them. */
const sampleAnswers: Readonly<Record<string, unknown>> = {
  "POST FttpAvailabilityCheck/LogEvent": { correlationId: "c-1" },
  "POST Payment/BeginPaymentTransaction": {
    sagePayUrl: "https://cards.example/pay",
    vpsProtocol: "3.00",
    txType: "PAYMENT",
    vendor: "demarc",
    crypt: "@00",
  },
  "POST Payment/CompletePaymentTransaction": {
    paymentDate: "2026-11-20T09:00:00Z",
    vendorTxCode: "A1",
    amount: 12.5,
    cardType: "VISA",
    txAuthNo: "123",
  },
  "POST LineFault/LineFaultCheck": { id: 7 },
  "PUT LineFault/AcknowledgeAcceptance": {
    timeRelatedChargesAccepted: true,
    chargeableAppointmentAccepted: true,
    noFaultCheckListConfirmed: true,
  },
  "POST LineFault/TroubleReport/{checkId}": { supportTicketId: 7 },
};
/** The sample answer of every other such call: the id of what was changed. */
const sampleIdAnswer = (path: string) =>
  path.startsWith("Contact")
    ? { contactId: 7 }
    : path.startsWith("Address")
      ? { addressId: 7 }
      : path.startsWith("SupportTicket")
        ? { supportTicketId: 7 }
        : { notificationId: 7 };

let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());

/** The provider's answer, with the fields that the client takes from headers; a sample if it is no GET. */
async function answerOf({ method, path, answerHeaders, ...operation }: Operation): Promise<unknown> {
  const call = `${method} ${path}`;
  if (method !== "GET") return sampleAnswers[call] ?? sampleIdAnswer(path);
  const id = path.startsWith("Address") ? 2 : 1;
  const invoice = provider.db
    .prepare("SELECT invoice_number AS n FROM invoices WHERE client_id = '1001'")
    .get();
  const query = queryString(operation.query ? { id, quoteId: 21_001, invoiceNumber: invoice?.["n"] } : {});
  const reply = await provider.as("Anna", "1001")(fillPath(path, { id }) + query);
  expect([call, reply.status]).toEqual([call, 200]);
  const body = (await reply.json()) as object;
  const headers = Object.entries(answerHeaders ?? {}).map(([field, name]) => [
    field,
    reply.headers.get(name),
  ]);
  return headers.length > 0 ? { ...body, ...Object.fromEntries(headers) } : body;
}

const head = `# Essential fields

What an answer of the portal API must have to be true and safe: ids that lead somewhere or go back, row versions, what is
paid, totals that pages are cut by, rights and consent. Where one of these is missing, null, empty, nested or of another type
in a way that the portal can't read, the page says that it could not be loaded (502), or the panel does. Every other field is
only shown: it is read as well as can be, whatever it is (\`shown\` in \`shared/portal-api/shapes.ts\`), and the log tells of it
once a day. An amount that can't be read exactly is shown as it came and never reckoned with.

The table is what \`tests/unit/essentials.test.ts\` finds; \`npx vitest run --project unit tests/unit/essentials -u\` writes it
anew. A call without fields needs nothing but an object or a list.

| call | fields |
|---|---|
`;

it("an answer is unreadable only when a field that docs/essentials.md lists is missing or malformed", async () => {
  const rows: string[] = [];
  for (const operation of operations) {
    const answer = await answerOf(operation);
    expect(readAnswer(operation.answer, answer)).toMatchObject({ result: { success: true }, deviations: [] });
    const isReadable = (field: string, mutation: Mutation) =>
      readAnswer(operation.answer, mutate(answer, field, mutation)).result.success;
    const essential = fieldsOf(answer).filter((field) => !mutations.every((one) => isReadable(field, one)));
    rows.push(
      `| ${operation.method} ${operation.path} | ${essential.map((one) => `\`${one}\``).join(", ")} |`,
    );
  }
  await expect(`${head}${[...new Set(rows)].sort().join("\n")}\n`).toMatchFileSnapshot(
    "../../docs/essentials.md",
  );
});

it("the provider's answers and the sample answers match the contract", async () => {
  const mismatches: unknown[] = [];
  for (const operation of operations) {
    const schema = z.fromJSONSchema(jsonSchema(operation.answer) as Parameters<typeof z.fromJSONSchema>[0]);
    const { error } = schema.safeParse(await answerOf(operation));
    if (error) mismatches.push(operation.path, error.issues.slice(0, 2));
  }
  expect(mismatches).toEqual([]);
});
