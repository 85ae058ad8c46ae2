import type { JsonSchema } from "./schema.ts";

/** What each call is for, by its name. A call without words fails a test. */
export const summaries: Readonly<Record<string, string>> = {
  "GET Address/Create": "A blank location, for the form of a new one.",
  "POST Address/Create": "Adds a location.",
  "PUT Address/Edit": "Saves a location that was read by GET Address/Edit/{id}.",
  "GET Address/Edit/{id}": "One location, whole, to be edited.",
  "GET Address/GetValidationRules": "The rules of the location form.",
  "GET Address/Index": "All locations of the account. The portal searches, sorts and pages them.",
  "GET Client/GetSummaryDetails": "The account's name, address and numbers, for the head of each page.",
  "GET Client/GetValidationRules": "The rules of the contact forms.",
  "GET Client/MyAccounts": "The accounts that the person may work for, asked right after signing in.",
  "GET Contact/ContactsByCurrentClientId": "A page of the account's contacts.",
  "GET Contact/ContactsByCurrentClientIdForDropdown": "All contacts of the account, to choose one from.",
  "GET Contact/Create": "A blank contact with the roles that can be given.",
  "POST Contact/Create": "Adds a contact.",
  "GET contact/details/{id}": "How to reach one contact.",
  "PUT Contact/Edit": "Saves a contact that was read by GET Contact/Edit/{id}.",
  "GET Contact/Edit/{id}": "One contact, whole, to be edited.",
  "GET Contact/EditCurrentContact": "The contact of whoever is signed in, whole, with their preferences.",
  "PUT Contact/EditCurrentContact": "Saves the contact of whoever is signed in.",
  "GET Contact/GetValidationRules": "The rules of the contact forms.",
  "GET DirectDebit/Create": "A blank direct debit.",
  "POST DirectDebit/Create":
    "Sets up a direct debit. What it answers is not read: the portal finds the new one in the list.",
  "PUT DirectDebit/Edit": "Changes the bank of a direct debit.",
  "GET DirectDebit/Edit/{id}": "One direct debit, whole, to be edited.",
  "GET DirectDebit/GetDirectDebits":
    "All direct debits of the account. The portal searches, sorts and pages them.",
  "GET DirectDebit/GetSageAccountsOfClient": "The account numbers that a direct debit can be set up for.",
  "GET DirectDebit/GetValidationRules": "The rules of the direct debit form.",
  "POST DirectDebit/LogDirectDebitLetterDownloadEvent":
    "Notes that a mandate letter is being downloaded, and that it was.",
  "POST EventLog/LogDownloadClicked": "Notes the download of a public file.",
  "POST EventLog/LogPageView": "Notes that a page was seen. Nothing waits for it.",
  "POST FttpAvailabilityCheck/CreateLead":
    "Asks to be called back about fibre. The portal makes it once for each form.",
  "POST FttpAvailabilityCheck/LogEvent":
    "Notes a step of a fibre search. The first has an empty correlationId; its answer gives the one for all that follow.",
  "GET Invoice/Details": "One invoice with its lines.",
  "GET Invoice/MyInvoices": "A page of the account's invoices. Without a status code, of every status.",
  "GET License/Index":
    "All subscriptions of the account. The portal keeps passwords and keycodes only for the page that shows them.",
  "PUT LineFault/AcknowledgeAcceptance": "Records what a customer accepts before an engineer is ordered.",
  "GET LineFault/AvailableAppointments/{id}": "The engineer's appointments that are left for a line check.",
  "GET LineFault/FaultCodes": "The reasons for a line test.",
  "POST LineFault/LineFaultCheck":
    "Begins a test of a line, which may take minutes. A 400 with the text 'CliCannotBeLinkedToYourAccount' says that the number is somebody else's.",
  "GET LineFault/LineFaultCheckStatus/{id}":
    "How a line test stands. The hub tells when it has ended; without a hub the page asks again.",
  "POST LineFault/TroubleReport/{checkId}":
    "Orders the repair of a fault that a check found: once for a check. A slot that is gone is a broken rule of the property Appointment.",
  "POST logout": "Ends the token: from now on it is refused with 401.",
  "GET Notification/Details": "One notification.",
  "PUT Notification/MarkAsArchived": "Archives a notification.",
  "PUT Notification/MarkAsRead": "Marks a notification as read.",
  "PUT Notification/MarkAsUnArchived": "Takes a notification out of the archive; it is read then.",
  "GET Notification/MyNotifications": "A page of the person's notifications in this account.",
  "GET Notification/UnreadCount": "How many notifications are unread, for each account of the person.",
  "GET Order/GetMercatoRedirectUrl": "Where the devices shop lets this person in, or why it does not.",
  "POST Payment/BeginPaymentTransaction":
    "Begins a card payment, and marks its invoices as being paid. Never repeated: a second call is a second payment.",
  "POST Payment/CompletePaymentTransaction":
    "Hands over what the card provider sent back. Answers the receipt; where no money was taken, 400 with the reason, or a receipt without an authorisation code.",
  "GET Payment/GetValidationRules": "The rules of the cardholder form.",
  "GET Quote/GetMessageValidationRules": "The rules of the form to ask about a quote.",
  "POST Quote/PostQuoteQuestion": "Sends a question about a quote to whoever prepared it.",
  "GET Quote/QuoteById": "One quote with its lines.",
  "GET Quote/QuotesByCurrentClientId": "A page of the account's quotes.",
  "GET Returns": "All returns of the account. The portal searches, sorts and pages them.",
  "GET SupportTicket/Create": "A blank ticket, with the contracts and devices that it can be about.",
  "POST SupportTicket/Create": "Logs a ticket; `message` is its text.",
  "GET SupportTicket/Details": "One ticket, whole, with its history.",
  "PUT SupportTicket/Edit":
    "Saves a ticket that was read by GET SupportTicket/Details. A `message` is a reply, which may be empty; `statusId` 3 closes it.",
  "GET SupportTicket/GetValidationRules": "The rules of both ticket forms.",
  "GET SupportTicket/MyLatestTickets":
    "The latest tickets that are not closed, for the dashboard: two will do.",
  "GET SupportTicket/MyTickets": "A page of the account's tickets.",
  "GET SupportTicket/TicketPriorities": "The priorities of tickets by their names.",
};

const UNKNOWN_STATUS = "Any other shows as 'Status' and its number, without a colour";
const HTML = "May hold HTML, which the portal cleans.";
const DATE = "ISO 8601 with its zone, null for none; shown as London time.";

/** What fields mean that don't say it themselves, by name, or by another field of the same object and name. */
const fieldWords: Readonly<Record<string, string>> = {
  rowVersion:
    "The version of the thing. It changes with each save and goes back as it came; a save with an older one is a conflict.",
  isSaveConfirmed: "True where the person has seen the warnings: they refuse no more, errors do.",
  totalCount: "How many there are over all pages.",
  unreadCount: "How many are unread over all pages.",
  contactRoles: "Every role that can be given. A saved contact sends it empty: `myPortalRole` counts.",
  isSelected: "Whether the contact holds it.",
  addressId: "The location's id. 0 and -1 are none; it goes back in the type that it came with.",
  contactId: "The contact's id. 0 and -1 are none; it goes back in the type that it came with.",
  supportTicketId: "The ticket's number. 0 is none; it goes back in the type that it came with.",
  "quoteId.status": `1 pending, 2 ordered, 3 declined. ${UNKNOWN_STATUS}.`,
  "invoiceNumber.status": `0 live, 1 on hold, 2 completed, 3 disputed. ${UNKNOWN_STATUS}.`,
  "issuedOn.status": `0 unread, 1 read, 2 archived. ${UNKNOWN_STATUS}.`,
  "licenseId.status": "Active, Expires Soon, Expired or 'No expiry date set'. Any other is shown as it is.",
  "rma.status": "Open, Pending or Closed. Any other is shown as it is.",
  "isFault.status": "Finished or Failed ends the test; with any other, such as Pending, it goes on.",
  statusId: `0 new, 1 in progress, 2 deferred, 3 closed. ${UNKNOWN_STATUS}.`,
  severity: "0 error, 1 warning, 2 info, 3 success. Any other is an error.",
  ruleName:
    "Required, StringLength, NumericRange, Email, Phone, PostCode, BankSortCode, BankAccountNumber, IdenticalFields, MustBeTrue, SelectedClientContact, Url, FileName … (docs/domain.md, Forms, has them all). Any other is logged and passed over.",
  property:
    "The field in PascalCase: `Line1` is `line1` of the form. One that the form lacks is told above it.",
  "ruleName.description": "What the person reads. Without it the portal has words of its own.",
  min: "The least length or number.",
  max: "The greatest length or number.",
  ext: "Endings of files, a list or one text with commas.",
  isFault: "Null while the test goes on.",
  careLevel:
    "One of CARE_LEVELS (docs/configuration.md); as Low where empty or unknown. ExtraHigh needs no appointment.",
  info: "What the test found, for the customer.",
  cli: "The number of the line, digits only.",
  postcode: "Of the line's address.",
  hasLineAssurance: "True where engineers' visits are free.",
  troubleReportReference: "Of the repair, where one is ordered already.",
  appointmentDate: "A day, `2026-03-04`.",
  appointmentTimeslot:
    "A slot of FREE_SLOTS or CHARGEABLE_SLOTS (docs/configuration.md), by key or name; any other is not offered.",
  faultCode: "Of GET LineFault/FaultCodes.",
  speed: "Mbps of the product; 0 where unknown.",
  maxSpeed: "Mbps of the fastest product there; 0 where unknown.",
  correlationId: "Joins the events of one search.",
  formattedNotes: "The history, the newest first.",
  header: "Who wrote it and when, ready to be shown.",
  content: HTML,
  details: HTML,
  contractCover: "The id of a contract, or 1 for the account and its bills.",
  contractItemId: "The id of a device. 0 is none.",
  affectedUsers: "How many people are affected; a whole number.",
  time: DATE,
  lastUpdated: DATE,
  issuedOn: DATE,
  lastLogin: "ISO 8601 with its zone; shown as London time. Null means never.",
  paymentDate: DATE,
  quoteDateTime: DATE,
  validThrough: DATE,
  issueDate: DATE,
  expiryDate: DATE,
  myPortalIsValidatedDate: DATE,
  priority: "A word, shown as it is; 'High' in another colour.",
  type: "LineFaultCheck or FailedLineFaultCheck lead to the line test; any other to the notification.",
  "reason.qty": "A number of pieces.",
  quantity: "A number, also with a fraction.",
  unit: "Decimal pounds for one.",
  price: "Decimal pounds for one.",
  units: "How many.",
  "price.total": "Decimal pounds.",
  net: "Decimal pounds without VAT.",
  vat: "Decimal pounds.",
  gross: "Decimal pounds with VAT.",
  paymentAmount:
    "Decimal pounds: the sum of what is outstanding, as the person saw it. Another sum is to be refused.",
  valueLabel: "Ready to be shown: '£100.00 - £2,936.00'.",
  optional: "Yes, true or 1 is a yes; all else is a no.",
  recurring: "Yes, true or 1 is a yes; all else is a no.",
  isCardPaymentPending:
    "True while a card payment of it is on its way: it can't be paid then. Absent is false.",
  myAccounts: "`clientId:x/account number`, one text for each number in the provider's books.",
  customerTier: "8 is wholesale, whose accounts send paper mandates; any other is not.",
  loginAccountStatus:
    "Active, New, Not registered, Not validated or Locked. Any other is shown as it is, without a colour.",
  eventCorrelationId: "Goes back as it came, with the events of its letter.",
  bankSortCode: "6 digits.",
  bankAccountNumber: "8 digits.",
  sageAccountNumber: "A number in the provider's books.",
  sageAccountLinkId: "Joins the direct debit to that number.",
  sagePayUrl: "Where the browser posts to; its origin is to be among CARD_PAYMENT_ORIGINS.",
  crypt: "Encrypted between provider and card provider; the portal only carries it.",
  txAuthNo: "The authorisation code. Empty or 0: no money was taken.",
  ipAddress: "Of the person who pays.",
  searchField: "All that a search looks at, in lower case.",
  validationMessages: "Why the shop does not let the person in.",
  redirectUrl: "Where the browser is sent; its origin is to be among SHOP_ORIGINS.",
  pageUrl: "Path and query, without secrets.",
};

/** Query parameters that lists share. */
export const parameterWords: Readonly<Record<string, string>> = {
  pageNumber: "Counted from 1. The portal always sends it; without it, 1.",
  pageSize: "Items on a page, at most 100. The portal always sends it; without it, as the provider likes.",
  searchKeyword: "Part of any text of an item that the list shows, in any case. Absent: all.",
  unpaidOnly: "True: only what is outstanding, above 0. Absent is false.",
  includeUsedAccounts: "False: only those without a direct debit yet.",
  includedStatusCodes: "Repeated, once for each status. Absent: every status.",
  includedStatuses: "Repeated, once for each status. Absent: every status.",
};

/** The fields of a schema with their words, where they have none of their own. */
export function withWords(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema;
  const names = Object.keys(properties ?? {});
  const wordsFor = (name: string) =>
    names.map((beside) => fieldWords[`${beside}.${name}`]).find((words) => words !== undefined) ??
    fieldWords[name];
  const told = (name: string, field: JsonSchema): JsonSchema => {
    const words = wordsFor(name);
    return words === undefined ? withWords(field) : { ...withWords(field), description: words };
  };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, told(name, field)]),
      ),
    }),
    ...(items && { items: withWords(items) }),
    ...(anyOf && { anyOf: anyOf.map(withWords) }),
  };
}
