import { redirect } from "@remix-run/node";
import { sendOnce } from "#app/forms/once-per-form.server.ts";
import { definePost } from "#app/forms/post.server.ts";
import { recordCompleted } from "#app/request/completed-actions.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { createLead, type Lead } from "#shared/portal-api/availability.ts";
import { mbpsOf } from "#shared/portal-api/fibre.ts";
import { productKey, requireCheck, type CheckAtStep } from "./availability-check.server.ts";
import { callbackForm } from "./availability-forms.ts";
import { speedText } from "./speed.ts";

const PRODUCT_CHANGED =
  "The available products have changed since you opened this page. Please choose again.";

/**
 * The check, with or without an address. Redirects to the products if there are some but none is chosen, or the chosen
 * one is gone.
 */
function requireCallbackStage(args: RouteArgs, portal: Portal): CheckAtStep {
  const stage = requireCheck(args, portal);
  const { id: check, addressIndex, productResult, product } = stage;
  if (addressIndex === undefined || !productResult || product) return stage;
  const isChosen = new URL(args.request.url).searchParams.has("product");
  if (isChosen) portal.session.flash({ tone: "warning", text: PRODUCT_CHANGED });
  if (isChosen || productResult.products.length > 0)
    throw redirect(paths.availableProducts({ check, address: addressIndex }), 303);
  return stage;
}

/** Asks the sales team to call back. Within one check, the same address, product and number are only sent once. */
export const callbackRequest = definePost({
  form: callbackForm,
  source: ({ args, portal }) => requireCallbackStage(args, portal),
  formInstance: ({ id }) => `availability ${id}`,
  view(stage, { args }) {
    const { id: check, sites, postCode, site, product, addressIndex } = stage;
    return {
      /** React key: resets the form if a different product is chosen. */
      formKey: [check, addressIndex, product && productKey(product)].join(" "),
      ...outcomeOf(stage, args.context.config.salesPhone),
      details: [
        site ? { term: "Address", detail: site.text } : { term: "Postcode", detail: postCode },
        ...(product
          ? [{ term: "Product", detail: `${product.name}, ${speedText(product.downstreamSpeed)}` }]
          : []),
      ],
      checkAnotherUrl: paths.availabilityChecker(sites.length > 0 ? { check } : {}),
    };
  },
  async save(posted) {
    const { id, correlationId, site, productResult, product } = posted.source;
    const lead: Lead = {
      addressFound: site?.text ?? "",
      productSelected: product?.name ?? "",
      speed: product ? mbpsOf(product) : 0,
      maxSpeed: Math.max(0, ...(productResult?.products ?? []).map(mbpsOf)),
      phoneNumber: posted.values.phoneNumber,
      correlationId,
    };
    await sendOnce(posted, { call: createLead, body: lead, content: lead });
    await recordCompleted(posted.portal, "availability callbacks", id);
    return { to: paths.callbackRequested(id) };
  },
});

function outcomeOf({ site, product }: Pick<CheckAtStep, "site" | "product">, salesPhone: string) {
  if (!site)
    return {
      heading: "We couldn't find your address",
      text: `Please call our sales team on ${salesPhone} and choose option 4. Or leave your phone number, and they'll call you back within 48 hours.`,
    };
  if (!product)
    return {
      heading: "Fibre isn't available here yet",
      text: "We'll keep your address and let you know as soon as that changes. Leave your phone number, and our sales team will call you back within 48 hours about what you can get in the meantime.",
    };
  return {
    heading: "Fibre is available",
    text: "Leave your phone number, and our sales team will call you back within 48 hours.",
  };
}
