import type { Stage } from "./check.server.ts";

interface Outcome {
  readonly heading: string;
  readonly text: (salesPhone: string) => string;
}

/** How a check ends,. */
const outcomes = {
  FTTPServiceCanBeProvided: {
    heading: "Fibre is available",
    text: () => "Leave your phone number, and our sales team will call you back within 48 hours.",
  },
  FTTPServiceCantBeProvided: {
    heading: "Fibre is not available here yet",
    text: () =>
      "We keep your address and will tell you as soon as that changes. Leave your phone number, and our sales team will call you back within 48 hours about what you can have until then.",
  },
  AddressCantBeLocatedFromGivenPostcode: {
    heading: "We could not find your address",
    text: (salesPhone) =>
      `Please phone our sales team on ${salesPhone} and choose option 4. Or leave your phone number, and they will call you back within 48 hours.`,
  },
} satisfies Readonly<Record<string, Outcome>>;

export function outcomeOf({ site, product }: Pick<Stage, "site" | "product">): Outcome {
  if (!site) return outcomes.AddressCantBeLocatedFromGivenPostcode;
  return product ? outcomes.FTTPServiceCanBeProvided : outcomes.FTTPServiceCantBeProvided;
}
