import type { Examples } from "./operations.ts";
import examples from "./other-service-examples.json" with { type: "json" };

const { parameters } = examples;
const bodies: Readonly<Record<string, unknown>> = examples.bodies;

/** Examples of the other services, by call. A listing of several items is a list, of one an object, of none null. */
export const otherServiceExamples: Examples = new Map(
  Object.entries(examples.answers).map(([call, answer]) => [
    call,
    { parameters, answer, headers: {}, ...(bodies[call] !== undefined && { body: bodies[call] }) },
  ]),
);
