import type { Examples } from "./operations.ts";
import examples from "./other-service-examples.json" with { type: "json" };

const { parameters } = examples;
const bodies: Readonly<Record<string, unknown>> = examples.bodies;

/** Examples for the other services, by call. A listing is an array for several items, an object for one, and null for none. */
export const otherServiceExamples: Examples = new Map(
  Object.entries(examples.answers).map(([call, answer]) => [
    call,
    { parameters, answer, headers: {}, ...(bodies[call] !== undefined && { body: bodies[call] }) },
  ]),
);
