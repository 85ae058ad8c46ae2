type Fields = Readonly<Record<string, unknown>>;

/** A call that changes data, as one of the portal's forms makes it. */
export interface WrittenExample {
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: unknown;
  /** A fixed answer, for calls that the embedded provider can't answer, or answers differently each time. */
  readonly answer?: unknown;
}

const correlationId = "5f0c7f4e-6f0b-4f5e-9d3c-0d1f5f5b7a11";
const ipAddress = "203.0.113.9";

type AnswerOf = (call: string) => Fields;
type Table = Readonly<Record<string, WrittenExample>>;

const firstItem = (list: unknown): Fields =>
  ((Array.isArray(list) ? list : []) as readonly Fields[])[0] ?? {};

// Fields are grouped in spread objects, which takes fewer lines.
/** Examples by call, in the order in which we make the calls; `answerOf` returns a read's answer. */
export function writtenExamples(answerOf: AnswerOf): Table {
  return { ...contactExamples(answerOf), ...paymentExamples(answerOf), ...serviceExamples(answerOf) };
}

function contactExamples(answerOf: AnswerOf): Table {
  const location = answerOf("GET Address/Edit/{id}");
  const contact = answerOf("GET Contact/Edit/{id}");
  const notification = firstItem(answerOf("GET Notification/MyNotifications")["items"])["notificationId"];
  return {
    "POST Address/Create": {
      body: {
        ...answerOf("GET Address/Create"),
        ...{ line1: "2 Mill Lane", town: "York", county: "North Yorkshire", postCode: "YO1 7HH" },
      },
    },
    "PUT Address/Edit": { body: { ...location, notes: "Ring the bell at the gate." } },
    "POST Contact/Create": {
      body: {
        ...answerOf("GET Contact/Create"),
        ...{ firstNames: "Robin", surname: "Hale", position: "Buyer", telephone: "01947600123" },
        ...{ email: "robin.hale@example.com", confirmEmail: "robin.hale@example.com" },
        ...{ addressId: location["addressId"], myPortalRole: 1, isSaveConfirmed: true },
      },
    },
    "PUT Contact/Edit": { body: { ...contact, position: "Office manager", isSaveConfirmed: true } },
    "PUT Contact/EditCurrentContact": {
      body: { ...answerOf("GET Contact/EditCurrentContact"), position: "Director", isSaveConfirmed: true },
    },
    "PUT Notification/MarkAsRead": { query: { id: notification } },
    "PUT Notification/MarkAsArchived": { query: { id: notification } },
    "PUT Notification/MarkAsUnArchived": { query: { id: notification } },
    "POST EventLog/LogPageView": {
      body: {
        ...{
          pageUrl: "/dashboard",
          routingSessionId: "8d6c",
          appInsightsSessionId: "",
          gaClientId: "",
          gId: "",
        },
        userAgent: "Mozilla/5.0",
      },
      answer: null,
    },
    "POST EventLog/LogDownloadClicked": {
      body: { fileName: "user-guide.pdf", pageUrl: "/dashboard" },
      answer: null,
    },
    "POST logout": { body: null, answer: null },
  };
}

function paymentExamples(answerOf: AnswerOf): Table {
  const debit = answerOf("GET DirectDebit/Edit/{id}");
  const account = firstItem(answerOf("GET DirectDebit/GetSageAccountsOfClient"));
  const invoice = answerOf("GET Invoice/Details");
  return {
    "POST DirectDebit/Create": {
      body: {
        ...answerOf("GET DirectDebit/Create"),
        ...{ sageAccountLinkId: account["id"], sageAccountNumber: String(account["name"]).split(" - ")[0] },
        ...{ bankSortCode: "309070", bankAccountNumber: "12345668", bankAccountName: "HARBOUR & PINE" },
        ...{ accountHolderConfirm: true, accountAuthConfirm: true },
      },
      answer: null,
    },
    "PUT DirectDebit/Edit": { body: { ...debit, bankAccountName: "HARBOUR & PINE LTD" }, answer: null },
    "POST DirectDebit/LogDirectDebitLetterDownloadEvent": {
      body: {
        directDebitId: debit["directDebitId"],
        ...{ eventCorrelationId: null, eventName: "Completed", eventStatus: "OK" },
      },
      answer: null,
    },
    "POST Payment/BeginPaymentTransaction": {
      body: {
        ...{
          ipAddress,
          billingSurname: "Archer",
          billingFirstnames: "Anna",
          billingAddress1: "14 Fisher Street",
        },
        ...{ billingAddress2: "", billingCity: "Whitby", billingPostCode: "YO21 3PU", billingCountry: "GB" },
        ...{ isSaveConfirmationRequired: true, isSaveConfirmed: false, paymentAmount: 120.5 },
        invoiceNumbers: [String(invoice["invoiceNumber"])],
      },
      answer: {
        ...{ sagePayUrl: "https://cards.example/gateway/service/vspform-register.vsp", vpsProtocol: "4.00" },
        ...{ txType: "PAYMENT", vendor: "larkfield", crypt: "@6A1F09C2", paymentId: "b1c9d0e2" },
      },
    },
    "POST Payment/CompletePaymentTransaction": {
      body: { paymentId: "b1c9d0e2", crypt: "@8B77E1", ipAddress },
      answer: {
        ...{ paymentDate: "2026-03-02T10:00:00Z", vendorTxCode: "LARK-1001-77", amount: 120.5 },
        ...{ cardType: "VISA", txAuthNo: "4521" },
      },
    },
    "POST Quote/PostQuoteQuestion": {
      body: { quoteId: answerOf("GET Quote/QuoteById")["quoteId"], message: "Is fitting included?" },
      answer: null,
    },
  };
}

function serviceExamples(answerOf: AnswerOf): Table {
  const contact = answerOf("GET Contact/Edit/{id}");
  const ticket = answerOf("GET SupportTicket/Details");
  const appointment = firstItem(answerOf("GET LineFault/AvailableAppointments/{id}"));
  const check = answerOf("GET LineFault/LineFaultCheckStatus/{id}");
  return {
    "POST FttpAvailabilityCheck/LogEvent": {
      body: { correlationId: "", category: "AddressSearch", message: "YO21 3PU", status: "Started" },
      answer: { correlationId },
    },
    "POST FttpAvailabilityCheck/CreateLead": {
      body: {
        ...{ addressFound: "Quayside House, Whitby, YO21 3PU", productSelected: "Fibre 550", speed: 550 },
        ...{ maxSpeed: 1000, phoneNumber: "01632960001", correlationId },
      },
      answer: null,
    },
    "POST LineFault/LineFaultCheck": {
      body: { cli: check["cli"], postcode: check["postcode"], faultCode: "NDT" },
      answer: { ...check, id: 42, status: "Pending", isFault: null, info: null, careLevel: null },
    },
    "PUT LineFault/AcknowledgeAcceptance": {
      body: {
        ...{ faultCheckId: 42, timeRelatedChargesAccepted: true, chargeableAppointmentAccepted: false },
        noFaultCheckListConfirmed: false,
      },
      answer: {
        ...{ timeRelatedChargesAccepted: true, chargeableAppointmentAccepted: false },
        noFaultCheckListConfirmed: false,
      },
    },
    "POST LineFault/TroubleReport/{checkId}": {
      params: { checkId: "42" },
      body: {
        ...{ firstName: "Anna", lastName: "Archer", contactTelephone: "01947600100" },
        ...{ problemDescription: "No dial tone since Monday.", appointment },
      },
      answer: { supportTicketId: 5012 },
    },
    "POST SupportTicket/Create": {
      body: {
        ...answerOf("GET SupportTicket/Create"),
        ...{ subject: "No internet in Whitby", message: "Since this morning nobody can go online." },
        ...{ category: "Connectivity > Broadband", contactId: contact["contactId"] },
        ...{ contractCover: firstItem(answerOf("GET SupportTicket/Create")["contractList"])["contractId"] },
      },
    },
    "PUT SupportTicket/Edit": {
      body: { ...ticket, message: "It works again, thank you.", isSaveConfirmed: true },
    },
  };
}
