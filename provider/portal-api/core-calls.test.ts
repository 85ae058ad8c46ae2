import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as addressCalls from "#app/portal-api/addresses.ts";
import * as availabilityCalls from "#app/portal-api/availability.ts";
import * as clientCalls from "#app/portal-api/clients.ts";
import * as contactCalls from "#app/portal-api/contacts.ts";
import * as eventLogCalls from "#app/portal-api/event-log.ts";
import * as licenceCalls from "#app/portal-api/licences.ts";
import * as notificationCalls from "#app/portal-api/notifications.ts";
import type { Operation } from "#app/portal-api/operation.ts";
import * as quoteCalls from "#app/portal-api/quotes.ts";
import * as returnCalls from "#app/portal-api/returns.ts";
import * as shopCalls from "#app/portal-api/shop.ts";
import * as signOutCalls from "#app/portal-api/sign-out.ts";
import * as ticketCalls from "#app/portal-api/support-tickets.ts";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";

/** The calls of contacts, addresses, notifications, tickets and so on, each with the portal's text for its failure. */
const callTable = `
GET Contact/GetValidationRules | There was an error loading validation rules.
GET Client/GetValidationRules | There was an error loading validation rules.
GET Address/GetValidationRules | There was an error loading validation rules.
GET Contact/ContactsByCurrentClientId | There was an error loading contacts.
GET contact/details/{id} | We couldn't find the associated contact.
GET Contact/ContactsByCurrentClientIdForDropdown | There was an error loading contacts.
GET Contact/EditCurrentContact | There was an error loading your details.
PUT Contact/EditCurrentContact/ | There was an error updating your details.
GET Contact/Create | There was an error loading the form.
POST Contact/Create | There was an error creating a contact.
GET Contact/Edit/{id} | There was an error loading contact to edit.
PUT Contact/Edit/ | There was an error updating the contact.
GET Address/Index | There was an error loading locations.
GET Address/Edit/{id} | There was an error loading address details.
GET Address/Create | There was an error loading the form.
POST Address/Create/ | There was an error saving the address.
PUT Address/Edit/ | There was an error updating the address.
GET Client/GetSummaryDetails | There was an error loading client details.
GET Client/MyAccounts | There was an error loading client details.
POST logout | Something went wrong during logout session
GET Notification/MyNotifications | There was an error loading notifications.
GET Notification/Details | There was an error loading notification.
PUT Notification/MarkAsRead | There was an error updating the notification.
PUT Notification/MarkAsArchived | There was an error updating the notification.
PUT Notification/MarkAsUnArchived | There was an error updating the notification.
GET Notification/UnreadCount | There was an error loading notifications.
GET License/Index | There was an error loading subscriptions.
GET Quote/QuotesByCurrentClientId | There was an error loading quotes.
GET Quote/QuoteById | There was an error loading quote.
GET Quote/GetMessageValidationRules | There was an error loading validation rules.
POST Quote/PostQuoteQuestion | There was an error sending your message.
GET Returns | There was an error loading returns.
POST EventLog/LogPageView | There was an error logging event.
POST EventLog/LogDownloadClicked | There was an error logging event.
POST FttpAvailabilityCheck/LogEvent | There was an error logging the Availability Checker activity.
POST FttpAvailabilityCheck/CreateLead | Cannot create lead
GET Order/GetMercatoRedirectUrl | There was an error getting the Mercato redirect URL
GET SupportTicket/GetValidationRules | There was an error loading validation rules.
GET SupportTicket/MyTickets | There was an error loading tickets.
GET SupportTicket/MyLatestTickets | There was an error loading latest tickets.
GET SupportTicket/Details | There was an error loading ticket.
GET SupportTicket/Create | There was an error loading the form
POST SupportTicket/Create | There was an error creating a ticket.
PUT SupportTicket/Edit | There was an error updating your ticket.
GET SupportTicket/TicketPriorities | There was an error loading ticket priorities
`;
const calls = callTable
  .trim()
  .split("\n")
  .map((line) => line.split(" | ") as [call: string, failure: string]);

const modules = [
  addressCalls,
  availabilityCalls,
  clientCalls,
  contactCalls,
  eventLogCalls,
  licenceCalls,
  notificationCalls,
  quoteCalls,
  returnCalls,
  shopCalls,
  signOutCalls,
  ticketCalls,
];
const operations = modules
  .flatMap((module) => Object.values(module) as unknown[])
  .filter((value): value is Operation => typeof value === "object" && value !== null && "failure" in value);
const failures = new Map(operations.map(({ method, path, failure }) => [`${method} ${path}`, failure]));

describe("the calls of the portal's core", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  test.each(calls)("%s is an operation with this failure text", (call, failure) => {
    expect(failures.get(call)).toBe(failure);
  });

  test.each(calls)("%s is answered by the provider", async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const query = /^Notification|Ticket\/Details/.test(path)
      ? "?id=1"
      : path.endsWith("ById")
        ? "?quoteId=21001"
        : "";
    const target = path.replace("{id}", "1") + query;
    const body = method === "GET" ? undefined : "{}";
    const headers = {
      "content-type": "application/json",
      // Each call has its own token, since one of them ends it.
      authorization: `Bearer ${tokenOf("Anna", method + path.replace(/\W/g, ""))}`,
      "x-client-id": "1001",
    };
    const reply = await provider.call(target, { method, body, headers });
    // A known call refuses the empty body with a 400.
    const isKnown = reply.ok || (reply.status === 400 && method !== "GET");
    expect([call, reply.status, isKnown]).toEqual([call, reply.status, true]);
  });
});
