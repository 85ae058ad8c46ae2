import examples from "./neighbour-examples.json" with { type: "json" };
import type { Examples } from "./operations.ts";

const { parameters } = examples;
const bodies: Readonly<Record<string, unknown>> = examples.bodies;

/** What the services beside the portal API answer, by call. Of listings, many are a list, one is itself, none is null. */
export const neighbourExamples: Examples = new Map(
  Object.entries(examples.answers).map(([call, answer]) => [
    call,
    { parameters, answer, headers: {}, ...(bodies[call] !== undefined && { body: bodies[call] }) },
  ]),
);
