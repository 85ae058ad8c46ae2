import { expect, test } from "vitest";
import { z } from "zod";
import { parseOrRefuse, Refusal } from "./refusal.ts";

const schema = z.object({
  affectedUsers: z.coerce.number().int(),
  contactTelephone: z.string().regex(/^0\d{9,10}$/),
  message: z.string().max(3),
  isUrgent: z.boolean(),
  appointment: z.object({ appointmentDate: z.string() }),
});

test("what doesn't fit the schema is refused in sentences, as broken rules of its properties", () => {
  const sent = { affectedUsers: 1.5, contactTelephone: "+33", message: "long", appointment: {} };
  let refused: unknown;
  try {
    parseOrRefuse(schema, sent);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(Refusal);
  const { status, body } = refused as Refusal;
  const { brokenRulesCollection } = body as {
    brokenRulesCollection: { property: string; description: string }[];
  };
  expect(status).toBe(400);
  expect(brokenRulesCollection.map(({ property, description }) => `${property}: ${description}`)).toEqual([
    "AffectedUsers: Affected users must be a whole number.",
    "ContactTelephone: Contact telephone is not in the right format.",
    "Message: Message is too long.",
    "IsUrgent: Is urgent must be true or false.",
    "Appointment: Appointment appointment date must be text.",
  ]);
});
