import { notificationStatus } from "#shared/portal-api/notifications.ts";
import { answerFindings } from "./answer-checks.ts";
import { editingFindings, MARK, mark, NOBODYS_PHONE, type EditableRecord } from "./editing.ts";
import {
  deviationFinding,
  failureFinding,
  NOT_SERVED,
  NOT_SERVED_STATUS,
  notTried,
  resultOf,
  statusText,
  typeInWords,
  valuesAt,
  type CheckOutcome,
  type Result,
} from "./finding.ts";
import { checkAcceptance, checkLineTest, checkTroubleReport } from "./line-checks.ts";
import { invalidSaveFinding } from "./read-checks.ts";
import { checkTicketCreation, checkTicketUpdate } from "./ticket-checks.ts";
import type { CheckContext, Reply, Send } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

type Check = (contractCall: ContractCall, context: CheckContext) => Promise<CheckOutcome>;

/** Records can't be deleted, so their texts say that this command made them. */
const location: EditableRecord = {
  readBlank: "GET Address/Create",
  create: "POST Address/Create",
  read: "GET Address/Edit/{id}",
  update: "PUT Address/Edit",
  idPath: "addressId",
  changed: "notes",
  required: "line1",
  fill: () => ({
    line1: mark(),
    town: "York",
    postCode: "YO1 7HH",
    notes: "Made by the conformance command.",
  }),
};

const contact: EditableRecord = {
  readBlank: "GET Contact/Create",
  create: "POST Contact/Create",
  read: "GET Contact/Edit/{id}",
  update: "PUT Contact/Edit",
  idPath: "contactId",
  changed: "position",
  required: "surname",
  async fill({ send, call }) {
    const addresses = await send(call("GET Address/Index"), {});
    const email = `conformance-${Date.now().toString(36)}@example.com`;
    return {
      firstNames: "Conformance",
      surname: "Check",
      position: MARK,
      email,
      confirmEmail: email,
      addressId: valuesAt(addresses.body, "items.addressId")[0],
      myPortalRole: 0,
      isSaveConfirmed: true,
    };
  },
};

const ownContact: EditableRecord = {
  read: "GET Contact/EditCurrentContact",
  update: "PUT Contact/EditCurrentContact",
  idPath: "contactId",
  changed: "position",
  required: "surname",
  fill: () => ({ isSaveConfirmed: true }),
};

const LOG_EVENT = "POST FttpAvailabilityCheck/LogEvent";
const IP_ADDRESS = "203.0.113.1";
const namelessPayment = (invoiceNumber: unknown) => ({
  ipAddress: IP_ADDRESS,
  billingSurname: "",
  billingFirstnames: "",
  billingAddress1: "",
  billingAddress2: "",
  billingCity: "",
  billingPostCode: "",
  billingCountry: "GB",
  isSaveConfirmationRequired: true,
  isSaveConfirmed: false,
  paymentAmount: 0,
  invoiceNumbers: [String(invoiceNumber)],
});

const { unread, read, archived } = notificationStatus;

/** The checks by call. A call without one is reported as not tried. */
const checks: Readonly<Record<string, Check>> = {
  "POST Address/Create": editingFindings(location, "create"),
  "PUT Address/Edit": editingFindings(location, "update"),
  "POST Contact/Create": editingFindings(contact, "create"),
  "PUT Contact/Edit": editingFindings(contact, "update"),
  "PUT Contact/EditCurrentContact": editingFindings(ownContact, "update"),
  "PUT Notification/MarkAsRead": checkStatusChange(read, [unread]),
  "PUT Notification/MarkAsArchived": checkStatusChange(archived, [unread, read]),
  "PUT Notification/MarkAsUnArchived": checkStatusChange(read, [archived]),
  "POST DirectDebit/Create": expectRefusal(
    async ({ send, call }) => (await send(call("GET DirectDebit/Create"), {})).body,
  ),
  "PUT DirectDebit/Edit": expectRefusal(async ({ send, call, samples }) => {
    const input = await samples(call("GET DirectDebit/Edit/{id}"));
    if (typeof input === "string") return input;
    const { body } = await send(call("GET DirectDebit/Edit/{id}"), input);
    return { ...(body as object), bankAccountName: "" };
  }),
  "POST DirectDebit/LogDirectDebitLetterDownloadEvent": expectAcceptance(async ({ samples, call }) => {
    const input = await samples(call("GET DirectDebit/Edit/{id}"));
    if (typeof input === "string") return input;
    const directDebitId = input.params?.["id"];
    return { directDebitId, eventCorrelationId: null, eventName: "Started", eventStatus: "OK" };
  }),
  "POST EventLog/LogPageView": expectAcceptance(async () => ({
    ...{ pageUrl: "/conformance", routingSessionId: "", appInsightsSessionId: "", gaClientId: "", gId: "" },
    userAgent: MARK,
  })),
  "POST EventLog/LogDownloadClicked": expectAcceptance(async () => ({
    fileName: MARK,
    pageUrl: "/conformance",
  })),
  [LOG_EVENT]: checkSearchLog,
  "POST FttpAvailabilityCheck/CreateLead": expectAcceptance(async (context) => {
    const correlationId = correlationIn(await logEvent(context, ""));
    if (correlationId === undefined) return `${LOG_EVENT} gives no correlation id`;
    const emptyLead = { addressFound: MARK, productSelected: MARK, speed: 0, maxSpeed: 0 };
    return { ...emptyLead, phoneNumber: NOBODYS_PHONE, correlationId };
  }),
  "POST LineFault/LineFaultCheck": checkLineTest,
  "PUT LineFault/AcknowledgeAcceptance": checkAcceptance,
  "POST LineFault/TroubleReport/{checkId}": checkTroubleReport,
  "POST SupportTicket/Create": checkTicketCreation,
  "PUT SupportTicket/Edit": checkTicketUpdate,
  "POST Payment/BeginPaymentTransaction": expectRefusal(async ({ send, call }) => {
    const query = { unpaidOnly: true, PageSize: 1 };
    const { body } = await send(call("GET Invoice/MyInvoices"), { query });
    const [invoiceNumber] = valuesAt(body, "items.invoiceNumber");
    return invoiceNumber === undefined ? "no invoice is unpaid" : namelessPayment(invoiceNumber);
  }),
  "POST Payment/CompletePaymentTransaction": expectRefusal(
    async () => ({ paymentId: MARK, crypt: "@00", ipAddress: IP_ADDRESS }),
    true,
  ),
  "POST Quote/PostQuoteQuestion": expectRefusal(async ({ samples, call }) => {
    const input = await samples(call("GET Quote/QuoteById"));
    return typeof input === "string" ? input : { quoteId: input.query?.["quoteId"], message: "" };
  }),
  "POST logout": checkSignOut,
};

/** Runs the checks of calls that change data. Signing out comes last, because it ends the token. */
export async function writeResults(
  writes: readonly ContractCall[],
  context: CheckContext,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const contractCall of writes.toSorted(
    (a, b) => Number(a.call === "POST logout") - Number(b.call === "POST logout"),
  )) {
    const unserved: ContractCall["operation"][] = [];
    const send: Send = async (requested, ...rest) => {
      const reply = await context.send(requested, ...rest);
      if (reply.status === NOT_SERVED_STATUS) unserved.push(requested.operation);
      return reply;
    };
    const outcome =
      (await checks[contractCall.call]?.(contractCall, { ...context, send })) ?? "no check is written for it";
    results.push(
      resultOfOutcome(contractCall, unserved.length > 0 ? unservedNote(contractCall, unserved) : outcome),
    );
  }
  return results;
}

/** The note that replaces a check's own findings if it made a call that isn't served yet, because they'd be meaningless. */
function unservedNote({ operation }: ContractCall, unserved: readonly ContractCall["operation"][]): string {
  const [{ method, path } = operation] = unserved;
  return unserved.includes(operation) ? NOT_SERVED : `${method} ${path} is ${NOT_SERVED}`;
}

function resultOfOutcome({ call }: ContractCall, outcome: CheckOutcome): Result {
  if (typeof outcome === "string") return notTried(call, outcome);
  return "note" in outcome ? resultOf(call, outcome.findings, outcome.note) : resultOf(call, outcome);
}

/** A check that expects a refusal when it sends an invalid body, or the id of a record that doesn't exist. */
function expectRefusal(bodyOf: (context: CheckContext) => Promise<unknown>, allowsNotFound = false): Check {
  return async (contractCall, context) => {
    const body = await bodyOf(context);
    if (typeof body === "string") return body;
    const reply = await context.send(contractCall, { body });
    const finding =
      allowsNotFound && reply.status === 404 ? undefined : invalidSaveFinding(contractCall, reply);
    return finding ? [finding] : [];
  };
}

function expectAcceptance(bodyOf: (context: CheckContext) => Promise<unknown>): Check {
  return async (contractCall, context) => {
    const body = await bodyOf(context);
    return typeof body === "string"
      ? body
      : answerFindings(contractCall, await context.send(contractCall, { body }));
  };
}

/** Logs a search's event; the first event has an empty id. */
function logEvent({ send, call }: CheckContext, correlationId: string) {
  const event = { correlationId, category: "AddressSearch", message: MARK, status: "Started" };
  return send(call(LOG_EVENT), { body: event });
}

const correlationIn = ({ body }: Reply) => valuesAt(body, "correlationId")[0];

/** The answer to a search's first event has an id, which its later events have to send. */
async function checkSearchLog(contractCall: ContractCall, context: CheckContext): Promise<CheckOutcome> {
  const reply = await logEvent(context, "");
  const findings = answerFindings(contractCall, reply);
  if (findings.length > 0) return findings;
  const id = String(correlationIn(reply));
  const nextId = correlationIn(await logEvent(context, id));
  const consequence = "one search is logged as several";
  if (String(nextId) === id) return [];
  return [deviationFinding("correlationId of the next event", "the same", typeInWords(nextId), consequence)];
}

/** Changes the status of the newest notification that has one of the statuses in `from`. */
function checkStatusChange(status: number, from: readonly number[]): Check {
  return async (contractCall, { send, call }) => {
    const query = { includedStatusCodes: from, pageSize: 1 };
    const list = await send(call("GET Notification/MyNotifications"), { query });
    const [id] = valuesAt(list.body, "items.notificationId");
    if (id === undefined) return `no notification of status ${from.join(" or ")}`;
    const findings = answerFindings(contractCall, await send(contractCall, { query: { id } }));
    const details = await send(call("GET Notification/Details"), { query: { id } });
    const newStatus = Number(valuesAt(details.body, "status")[0]);
    const consequence = "the change is lost";
    const isChanged = findings.length > 0 || newStatus === status;
    return isChanged
      ? findings
      : [failureFinding("status of the notification", String(status), String(newStatus), consequence)];
  };
}

async function checkSignOut(contractCall: ContractCall, { send, call }: CheckContext): Promise<CheckOutcome> {
  const findings = answerFindings(contractCall, await send(contractCall, { body: null }));
  const { status } = await send(call("GET Client/MyAccounts"), {});
  const consequence = "the token still works after signing out";
  return status === 401
    ? findings
    : [...findings, failureFinding("the token afterwards", "401", statusText(status), consequence)];
}
