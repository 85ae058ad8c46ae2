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
import * as shopCalls from "#shared/portal-api/shop.ts";
import * as ticketCalls from "#shared/portal-api/support-tickets.ts";
import { jsonSchema } from "../../scripts/contract/schema.ts";

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

/** Sample answers to calls that change something. */
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

/** The provider's answer, with the fields that the client takes from headers; a sample if it's no GET. */
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

it("the provider's answers and the sample answers match the contract", async () => {
  const mismatches: unknown[] = [];
  for (const operation of operations) {
    const schema = z.fromJSONSchema(jsonSchema(operation.answer) as Parameters<typeof z.fromJSONSchema>[0]);
    const { error } = schema.safeParse(await answerOf(operation));
    if (error) mismatches.push(operation.path, error.issues.slice(0, 2));
  }
  expect(mismatches).toEqual([]);
});
