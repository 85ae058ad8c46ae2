import { z } from "zod";
import { operation } from "./operation.ts";
import { ignored, ownId, wireId } from "./shapes.ts";

/** The first event of a check has no correlation id yet: its answer gives the one for all that follows. */
export const logAvailabilityEvent = operation({
  method: "POST",
  path: "FttpAvailabilityCheck/LogEvent",
  body: z.object({
    correlationId: wireId,
    category: z.enum(["AddressSearch", "ProductSearch"]),
    message: z.string(),
    status: z.enum(["Started", "Completed"]),
  }),
  answer: z.object({ correlationId: ownId }),
  failure: "There was an error logging the Availability Checker activity.",
});
export type AvailabilityEvent = z.input<NonNullable<typeof logAvailabilityEvent.body>>;

export const createLead = operation({
  method: "POST",
  path: "FttpAvailabilityCheck/CreateLead",
  body: z.object({
    /** In one line; empty where none was found. */
    addressFound: z.string(),
    productSelected: z.string(),
    /** Mbps, 0 where unknown: of the product, and of the fastest there. */
    speed: z.number(),
    maxSpeed: z.number(),
    phoneNumber: z.string(),
    correlationId: wireId,
  }),
  answer: ignored,
  failure: "Cannot create lead",
});
export type Lead = z.input<NonNullable<typeof createLead.body>>;
