import { identityClaims } from "#server/identity/claims.ts";
import { liveEventKinds } from "#server/live/frames.ts";
import { jsonSchema } from "./schema.ts";

/** Beside the calls: what the identity token says and what the hub sends. */
export const neighbourSchemas = {
  IdentityClaims: {
    ...jsonSchema(identityClaims),
    description:
      "Of the identity token, for customers and employees. `roles` are `{clientId}-{roleName}`, names compared without spaces and case; `userType` is customer or employee; `accounts` is not empty. Name and e-mail address are shown.",
  },
  HubEvent: hubEvent("lineFaultCheckId"),
  TicketEvent: hubEvent("supportTicketId"),
};

/** Methods that the SignalR hub (`PORTAL_HUB_URL`) calls on the portal. */
export const webhooks = Object.fromEntries(
  liveEventKinds.map((kind) => [
    kind,
    {
      post: {
        operationId: kind,
        description: `The hub's method ${kind}, over SignalR with the JSON protocol.`,
        requestBody: {
          content: {
            "application/json": {
              schema: {
                $ref: `#/components/schemas/${kind === "TicketUpdated" ? "TicketEvent" : "HubEvent"}`,
              },
            },
          },
        },
        responses: { "200": { description: "Nothing is answered." } },
      },
    },
  ]),
);

function hubEvent(id: string) {
  return {
    type: "object",
    required: [id],
    properties: { [id]: { type: ["string", "number"] } },
    description: "The one argument of the hub's method; the portal asks for the rest.",
  };
}
