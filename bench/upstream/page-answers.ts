import { paymentRules } from "#provider/payments/payment-rules.ts";
import { contactRules } from "#provider/rules/contact-rules.ts";
import { ticketRules } from "#provider/rules/ticket-rules.ts";
import { apiAnswers, type Answer } from "./answers.ts";

const INVOICES = 25;
const NOTES = 8;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const invoices = range(INVOICES).map((index) => ({
  invoiceNumber: 410_300 + index,
  dateIssued: `2026-${String(1 + (index % 11)).padStart(2, "0")}-14T00:00:00Z`,
  orderNumber: `PO-${7_000 + index}`,
  accountNumber: index % 2 === 0 ? "MAR001" : "MAR002",
  status: index % 3 === 0 ? 0 : 2,
  total: 120.5 + index,
  outstandingAmount: index % 3 === 0 ? 120.5 + index : 0,
  isCardPaymentPending: false,
}));
const unpaid = invoices.filter(({ outstandingAmount }) => outstandingAmount > 0);

const addresses = ["Quay Street", "Mill Lane", "North Road", "Station Approach"].map((street, index) => ({
  addressId: index + 1,
  line1: `${index + 1} ${street}`,
  line2: "",
  town: "Brighton",
  county: "East Sussex",
  postCode: "BN1 1AA",
  fullAddressWithoutPostCode: `${index + 1} ${street}, Brighton, East Sussex`,
}));

const roleNames = ["Quotes", "Orders", "Contracts", "Callouts", "Support", "MyPortal Admin", "Returns"];

const blankContact = {
  contactId: 0,
  rowVersion: "0",
  salutation: "",
  firstNames: "",
  surname: "",
  position: "",
  telephone: "",
  mobile: "",
  email: "",
  confirmEmail: "",
  addressId: 0,
  myPortalRole: 0,
  contactRoles: roleNames.map((roleName, index) => ({ roleId: 2 ** index, roleName, isSelected: false })),
  canWriteEmailProperty: true,
  canWriteMyPortalRoleProperty: true,
  canWriteMyPortalIsLockedOutProperty: true,
  canWriteMyPortalIsValidatedProperty: true,
  loginAccountStatus: "",
};

const ticket = {
  supportTicketId: 7,
  rowVersion: "1",
  statusId: 1,
  contactId: 11,
  contactName: "Beth Marsh",
  addressId: 1,
  subject: "A slow line",
  details: "The line at Quay Street is slow in the mornings.",
  priorityId: 3,
  time: "2026-11-17T08:55:00Z",
  lastUpdated: "2026-11-19T10:12:00Z",
  assignedToName: "Service desk",
  contract: "Support, 9 to 5",
  contractCover: "21",
  message: "",
  formattedNotes: range(NOTES).map((index) => ({
    header: `Service desk - ${19 - index}/11/2026 10:12`,
    content:
      "We ran the line test again: <b>38 Mb/s</b> down, 9 Mb/s up. The next one runs tomorrow morning.",
  })),
};

const rules = (json: readonly unknown[]): Answer => ({ json });

/** The portal API's answers, including those for pages other than the dashboard. */
export const pageAnswers: Readonly<Record<string, Answer>> = {
  ...apiAnswers,
  "GET /Invoice/MyInvoices": {
    json: {
      items: invoices,
      totalCount: INVOICES,
      outstandingTotal: unpaid.reduce((sum, { outstandingAmount }) => sum + outstandingAmount, 0),
    },
  },
  "GET /Payment/GetValidationRules": rules(paymentRules),
  "GET /Contact/Create": { json: blankContact },
  "GET /Contact/EditCurrentContact": { json: { ...blankContact, contactId: 11, firstNames: "Beth" } },
  "GET /Contact/GetValidationRules": rules(contactRules("customer")),
  "GET /Contact/ContactsByCurrentClientIdForDropdown": {
    json: [{ contactId: 11, formattedContactDetails: "Beth Marsh, beth.marsh@bench.example" }],
  },
  "GET /Address/Index": { json: addresses },
  "GET /SupportTicket/Details": { json: ticket },
  "GET /SupportTicket/GetValidationRules": rules(ticketRules),
};
