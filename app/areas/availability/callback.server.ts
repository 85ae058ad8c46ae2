import { redirect } from "@remix-run/node";
import { definePost } from "#app/forms/post.server.ts";
import { paths } from "#app/paths.ts";
import { createLead, type Lead } from "#app/portal-api/availability.ts";
import { mbpsOf } from "#app/portal-api/fibre.ts";
import { recordCompleted } from "#app/request/done-here.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireStage, type Stage } from "./availability-check.server.ts";
import { callbackForm } from "./availability-forms.ts";
import { speedText } from "./speed.ts";

/** The checked address, with the chosen product if there are any. Throws a redirect to the product page while none is chosen. */
function requireCallback(args: RouteArgs, portal: Portal): Stage {
  const stage = requireStage(args, portal);
  const { id: check, address, found, product } = stage;
  if (address !== undefined && found && found.products.length > 0 && !product)
    throw redirect(paths.availableProducts({ check, address }), 303);
  return stage;
}

/** Asks the sales team to call back. Sending the same address, product and number again makes no second request. */
export const callbackRequest = definePost({
  form: callbackForm,
  about: ({ args, portal }) => requireCallback(args, portal),
  once: ({ id }) => `availability ${id}`,
  view(stage, { args }) {
    const { id: check, sites, postCode, site, product, address } = stage;
    const outcome = outcomeOf(stage);
    return {
      // The React key: the form starts afresh when another product is chosen.
      key: [check, address, product?.name].join(" "),
      heading: outcome.heading,
      text: outcome.text(args.context.config.salesPhone),
      details: [
        site ? { term: "Address", detail: site.text } : { term: "Postcode", detail: postCode },
        ...(product
          ? [{ term: "Product", detail: `${product.name}, ${speedText(product.downstreamSpeed)}` }]
          : []),
      ],
      anotherUrl: paths.availabilityChecker(sites.length > 0 ? { check } : {}),
    };
  },
  async save({ values: { phoneNumber } }, { about, portal, once }) {
    const { id, correlationId: ownId, site, found, product } = about;
    const lead: Lead = {
      addressFound: site?.text ?? "",
      productSelected: product?.name ?? "",
      speed: product ? mbpsOf(product) : 0,
      maxSpeed: Math.max(0, ...(found?.products ?? []).map(mbpsOf)),
      phoneNumber,
      correlationId: ownId,
    };
    await once(createLead, lead, () => portal.api.call(createLead, { body: lead }));
    await recordCompleted(portal, "availability callbacks", id);
    return { to: paths.callbackRequested(id) };
  },
});

interface Outcome {
  readonly heading: string;
  readonly text: (salesPhone: string) => string;
}

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

function outcomeOf({ site, product }: Pick<Stage, "site" | "product">): Outcome {
  if (!site) return outcomes.AddressCantBeLocatedFromGivenPostcode;
  return product ? outcomes.FTTPServiceCanBeProvided : outcomes.FTTPServiceCantBeProvided;
}
