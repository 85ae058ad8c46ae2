import { editingFindings, MARK, mark, NOBODYS_PHONE, type Editing } from "./editing.ts";
import {
  kindOf,
  mild,
  NOT_SERVED,
  NOT_SERVED_STATUS,
  notTried,
  resultOf,
  statusText,
  valuesAt,
  wrong,
  type Result,
  type Tried,
} from "./finding.ts";
import { acceptsCharges, beginsTest, reportsTrouble } from "./line-checks.ts";
import { answerFindings, refusalFinding } from "./read-checks.ts";
import { createsTicket, updatesTicket } from "./ticket-checks.ts";
import type { Reply, Send, Writing } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

type Check = (one: ContractCall, writing: Writing) => Promise<Tried>;

/** Records cannot be deleted, so their texts say that this command made them. */
const location: Editing = {
  blank: "GET Address/Create",
  create: "POST Address/Create",
  read: "GET Address/Edit/{id}",
  update: "PUT Address/Edit",
  id: "addressId",
  changed: "notes",
  required: "line1",
  fill: () => ({
    line1: mark(),
    town: "York",
    postCode: "YO1 7HH",
    notes: "Made by the conformance command.",
  }),
};

const contact: Editing = {
  blank: "GET Contact/Create",
  create: "POST Contact/Create",
  read: "GET Contact/Edit/{id}",
  update: "PUT Contact/Edit",
  id: "contactId",
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

const self: Editing = {
  read: "GET Contact/EditCurrentContact",
  update: "PUT Contact/EditCurrentContact",
  id: "contactId",
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

/** Checks by call; a call without one is reported as not tried. */
const checks: Readonly<Record<string, Check>> = {
  "POST Address/Create": editingFindings(location, "create"),
  "PUT Address/Edit": editingFindings(location, "update"),
  "POST Contact/Create": editingFindings(contact, "create"),
  "PUT Contact/Edit": editingFindings(contact, "update"),
  "PUT Contact/EditCurrentContact": editingFindings(self, "update"),
  "PUT Notification/MarkAsRead": changesStatusTo(1, [0]),
  "PUT Notification/MarkAsArchived": changesStatusTo(2, [0, 1]),
  "PUT Notification/MarkAsUnArchived": changesStatusTo(1, [2]),
  "POST DirectDebit/Create": refuses(
    async ({ send, call }) => (await send(call("GET DirectDebit/Create"), {})).body,
  ),
  "PUT DirectDebit/Edit": refuses(async ({ send, call, samples }) => {
    const input = await samples(call("GET DirectDebit/Edit/{id}"));
    if (typeof input === "string") return input;
    const { body } = await send(call("GET DirectDebit/Edit/{id}"), input);
    return { ...(body as object), bankAccountName: "" };
  }),
  "POST DirectDebit/LogDirectDebitLetterDownloadEvent": accepts(async ({ samples, call }) => {
    const input = await samples(call("GET DirectDebit/Edit/{id}"));
    if (typeof input === "string") return input;
    const directDebitId = input.params?.["id"];
    return { directDebitId, eventCorrelationId: null, eventName: "Started", eventStatus: "OK" };
  }),
  "POST EventLog/LogPageView": accepts(async () => ({
    ...{ pageUrl: "/conformance", routingSessionId: "", appInsightsSessionId: "", gaClientId: "", gId: "" },
    userAgent: MARK,
  })),
  "POST EventLog/LogDownloadClicked": accepts(async () => ({ fileName: MARK, pageUrl: "/conformance" })),
  [LOG_EVENT]: logsSearch,
  "POST FttpAvailabilityCheck/CreateLead": accepts(async (writing) => {
    const correlationId = correlationIn(await logEvent(writing, ""));
    if (correlationId === undefined) return `${LOG_EVENT} gives no correlation id`;
    const nothing = { addressFound: MARK, productSelected: MARK, speed: 0, maxSpeed: 0 };
    return { ...nothing, phoneNumber: NOBODYS_PHONE, correlationId };
  }),
  "POST LineFault/LineFaultCheck": beginsTest,
  "PUT LineFault/AcknowledgeAcceptance": acceptsCharges,
  "POST LineFault/TroubleReport/{checkId}": reportsTrouble,
  "POST SupportTicket/Create": createsTicket,
  "PUT SupportTicket/Edit": updatesTicket,
  "POST Payment/BeginPaymentTransaction": refuses(async ({ send, call }) => {
    const query = { unpaidOnly: true, PageSize: 1 };
    const { body } = await send(call("GET Invoice/MyInvoices"), { query });
    const [invoiceNumber] = valuesAt(body, "items.invoiceNumber");
    return invoiceNumber === undefined ? "no invoice is unpaid" : namelessPayment(invoiceNumber);
  }),
  "POST Payment/CompletePaymentTransaction": refuses(
    async () => ({ paymentId: MARK, crypt: "@00", ipAddress: IP_ADDRESS }),
    true,
  ),
  "POST Quote/PostQuoteQuestion": refuses(async ({ samples, call }) => {
    const input = await samples(call("GET Quote/QuoteById"));
    return typeof input === "string" ? input : { quoteId: input.query?.["quoteId"], message: "" };
  }),
  "POST logout": endsToken,
};

/** Runs the checks of calls that change data; signing out comes last, since it ends the token. */
export async function writeResults(
  writes: readonly ContractCall[],
  writing: Writing,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const one of writes.toSorted(
    (a, b) => Number(a.call === "POST logout") - Number(b.call === "POST logout"),
  )) {
    const unserved: ContractCall["operation"][] = [];
    const send: Send = async (asked, ...rest) => {
      const reply = await writing.send(asked, ...rest);
      if (reply.status === NOT_SERVED_STATUS) unserved.push(asked.operation);
      return reply;
    };
    const tried = (await checks[one.call]?.(one, { ...writing, send })) ?? "no check is written for it";
    results.push(triedResult(one, unserved.length > 0 ? unservedIn(one, unserved) : tried));
  }
  return results;
}

/** The result of a check that made a call which is not served yet: its own findings would be meaningless. */
function unservedIn({ operation }: ContractCall, unserved: readonly ContractCall["operation"][]): string {
  const [{ method, path } = operation] = unserved;
  return unserved.includes(operation) ? NOT_SERVED : `${method} ${path} is ${NOT_SERVED}`;
}

function triedResult({ call }: ContractCall, tried: Tried): Result {
  if (typeof tried === "string") return notTried(call, tried);
  return "note" in tried ? resultOf(call, tried.findings, tried.note) : resultOf(call, tried);
}

/** A check that sends an invalid body, or the id of a record that does not exist, and expects a refusal. */
function refuses(bodyOf: (writing: Writing) => Promise<unknown>, isLost = false): Check {
  return async (one, writing) => {
    const body = await bodyOf(writing);
    if (typeof body === "string") return body;
    const reply = await writing.send(one, { body });
    const found = isLost && reply.status === 404 ? undefined : refusalFinding(one, reply);
    return found ? [found] : [];
  };
}

function accepts(bodyOf: (writing: Writing) => Promise<unknown>): Check {
  return async (one, writing) => {
    const body = await bodyOf(writing);
    return typeof body === "string" ? body : answerFindings(one, await writing.send(one, { body }));
  };
}

/** Logs an event of a search; the first event has an empty id. */
function logEvent({ send, call }: Writing, correlationId: string) {
  const event = { correlationId, category: "AddressSearch", message: MARK, status: "Started" };
  return send(call(LOG_EVENT), { body: event });
}

const correlationIn = ({ body }: Reply) => valuesAt(body, "correlationId")[0];

/** The answer to a search's first event has an id, which its later events must keep. */
async function logsSearch(one: ContractCall, writing: Writing): Promise<Tried> {
  const reply = await logEvent(writing, "");
  const found = answerFindings(one, reply);
  if (found.length > 0) return found;
  const id = String(correlationIn(reply));
  const next = correlationIn(await logEvent(writing, id));
  const shows = "one search is logged as several";
  if (String(next) === id) return [];
  return [mild("correlationId of the next event", "the same", kindOf(next), shows)];
}

/** Changes the status of the newest notification that has one of the statuses in `from`. */
function changesStatusTo(status: number, from: readonly number[]): Check {
  return async (one, { send, call }) => {
    const query = { includedStatusCodes: from, pageSize: 1 };
    const list = await send(call("GET Notification/MyNotifications"), { query });
    const [id] = valuesAt(list.body, "items.notificationId");
    if (id === undefined) return `no notification of status ${from.join(" or ")}`;
    const found = answerFindings(one, await send(one, { query: { id } }));
    const details = await send(call("GET Notification/Details"), { query: { id } });
    const now = Number(valuesAt(details.body, "status")[0]);
    const shows = "the change does not stay";
    const isChanged = found.length > 0 || now === status;
    return isChanged ? found : [wrong("status of the notification", String(status), String(now), shows)];
  };
}

async function endsToken(one: ContractCall, { send, call }: Writing): Promise<Tried> {
  const found = answerFindings(one, await send(one, { body: null }));
  const { status } = await send(call("GET Client/MyAccounts"), {});
  const shows = "whoever has a token keeps it after signing out";
  return status === 401 ? found : [...found, wrong("the token afterwards", "401", statusText(status), shows)];
}
