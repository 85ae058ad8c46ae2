import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { requireValid } from "#provider/portal-api/csla.ts";
import { badRequest, parseOrRefuse } from "#provider/portal-api/refusal.ts";
import { route, type Route, type RouteOptions } from "#provider/portal-api/route.ts";
import { brokenRule } from "#provider/rules/rule.ts";
import { causeFaultNamedIn, causeLateFault } from "#provider/scenarios/named-faults.ts";
import { insert, type Migration } from "#provider/store/store.ts";
import { createLead, logAvailabilityEvent } from "#shared/portal-api/availability.ts";

/** The tables for availability events and leads. */
export const availabilityMigration: Migration = {
  schema: `
CREATE TABLE availability_events (
  event_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  category TEXT NOT NULL,
  message TEXT NOT NULL,
  status TEXT NOT NULL,
  logged_at INTEGER NOT NULL
);
CREATE INDEX availability_events_by_check ON availability_events (correlation_id, client_id);

CREATE TABLE availability_leads (
  lead_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  address_found TEXT NOT NULL,
  product_selected TEXT NOT NULL,
  speed REAL NOT NULL,
  max_speed REAL NOT NULL,
  phone_number TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
`,
};

/** Phone numbers (from Ofcom's range for drama) that cause a fault, named as in named-faults.ts. */
const faultByPhone: Readonly<Record<string, string>> = {
  "01632960500": "Error500",
  "01632960503": "Unavailable",
  "01632960403": "Forbidden",
  "01632960029": "Slow",
  "01632960000": "Lost",
  "01632960501": "Late500",
};
const BANNED_PHONE = "01632960400";

/** `FttpAvailabilityCheck/*`: stores a check's events and the leads that result. */
export function availabilityRoutes({ db, now, pause }: RouteOptions): Route[] {
  return [
    route("POST /FttpAvailabilityCheck/LogEvent", "account", ({ caller, clientId, body }) => {
      const event = parseOrRefuse(logAvailabilityEvent.body!, body);
      const correlationId = String(event.correlationId) || randomUUID();
      if (event.correlationId !== "") requireKnownCheck(db, clientId, correlationId);
      insert(db, "availability_events", {
        client_id: clientId,
        subject: caller.claims.sub,
        correlation_id: correlationId,
        category: event.category,
        message: event.message,
        status: event.status,
        logged_at: now().getTime(),
      });
      return { body: { correlationId } };
    }),
    route("POST /FttpAvailabilityCheck/CreateLead", "account", async ({ caller, clientId, body }) => {
      const lead = parseOrRefuse(createLead.body!, body);
      requireKnownCheck(db, clientId, String(lead.correlationId));
      const { phoneNumber } = lead;
      requireValid(phoneNumber === BANNED_PHONE ? [brokenRule("PhoneNumber", "Banned")] : [], true);
      await causeFaultNamedIn([faultByPhone[phoneNumber]], pause);
      insert(db, "availability_leads", {
        client_id: clientId,
        subject: caller.claims.sub,
        correlation_id: lead.correlationId,
        address_found: lead.addressFound,
        product_selected: lead.productSelected,
        speed: lead.speed,
        max_speed: lead.maxSpeed,
        phone_number: phoneNumber,
        created_at: now().getTime(),
      });
      causeLateFault(faultByPhone[phoneNumber]);
      return { body: null };
    }),
  ];
}

function requireKnownCheck(db: DatabaseSync, clientId: string, correlationId: string): void {
  const event = db
    .prepare("SELECT 1 FROM availability_events WHERE correlation_id = ? AND client_id = ?")
    .get(correlationId, clientId);
  if (!event) throw badRequest("We don't recognise this correlation id.");
}
