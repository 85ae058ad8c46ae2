import { tolerate } from "#app/errors/tolerate.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import { currentSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

const WHOLESALE_TIER = "8";

/** The paper mandate for this customer's tier (both where it is not known), and contacts for questions. */
export async function paperMandate({ context }: RouteArgs, portal: Portal) {
  const { mandateUrl, wholesaleMandateUrl, helpDeskPhone, helpDeskEmail } = context.config;
  const summary = await tolerate(currentSummary(portal), { context });
  const isWholesale = summary.ok && wordsOf(summary.value.customerTier) === WHOLESALE_TIER;
  const forms = [
    { label: "Download the mandate (PDF)", to: mandateUrl, isTheirs: !isWholesale },
    { label: "Download the wholesale mandate (PDF)", to: wholesaleMandateUrl, isTheirs: isWholesale },
  ];
  return {
    forms: forms.flatMap(({ label, to, isTheirs }) =>
      to !== undefined && (isTheirs || !summary.ok) ? [{ label, to }] : [],
    ),
    helpDeskPhone,
    helpDeskEmail,
  };
}
