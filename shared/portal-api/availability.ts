import { z } from "zod";
import { operation } from "./operation.ts";
import { BARE_ID } from "./saved.ts";
import { apiId, idAsSent, ignored } from "./shapes.ts";

/** The answer to a check's first event has the correlation id for those that follow. */
export const logAvailabilityEvent = operation({
  method: "POST",
  path: "FttpAvailabilityCheck/LogEvent",
  body: z.object({
    correlationId: idAsSent,
    category: z.enum(["AddressSearch", "ProductSearch"]),
    message: z.string(),
    status: z.enum(["Started", "Completed"]),
  }),
  allowsPlainText: true,
  answer: z.preprocess(
    (body) => (BARE_ID.test(String(body)) ? { correlationId: body } : body),
    z.object({ correlationId: apiId }),
  ),
  failure: "There was an error logging the Availability Checker activity.",
});
export type AvailabilityEvent = z.input<NonNullable<typeof logAvailabilityEvent.body>>;

export const createLead = operation({
  method: "POST",
  path: "FttpAvailabilityCheck/CreateLead",
  body: z.object({
    /** On one line; empty if none was found. */
    addressFound: z.string(),
    productSelected: z.string(),
    /** The product's speed, and the fastest one's there, in Mbps; 0 if unknown. */
    speed: z.number(),
    maxSpeed: z.number(),
    phoneNumber: z.string(),
    correlationId: idAsSent,
  }),
  answer: ignored,
  failure: "Cannot create lead",
});
export type Lead = z.input<NonNullable<typeof createLead.body>>;
