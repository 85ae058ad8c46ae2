import { panel } from "#app/errors/panel.ts";
import { getClientSummary } from "#app/portal-api/clients.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

const WHOLESALE_TIER = "8";
const TIMEOUT_MS = 8_000;

/** The paper mandate for this customer's tier (both where it is not known), and contacts for questions. */
export async function paperMandate({ context }: RouteArgs, { api, session, account }: Portal) {
  const { mandateUrl, wholesaleMandateUrl, helpDeskPhone, helpDeskEmail } = context.config;
  const known = session.summaryOf(account.clientId);
  const summary = known
    ? ({ ok: true, value: known } as const)
    : await panel(api.call(getClientSummary, {}, { timeoutMs: TIMEOUT_MS }), { context });
  const isWholesale = summary.ok && wordsOf(summary.value.customerTier) === WHOLESALE_TIER;
  const forms = [
    { label: "Download the mandate (PDF)", to: mandateUrl, isTheirs: !isWholesale },
    { label: "Download the wholesale mandate (PDF)", to: wholesaleMandateUrl, isTheirs: isWholesale },
  ];
  return {
    forms: forms.flatMap(({ label, to, isTheirs }) =>
      to !== undefined && (isTheirs || !summary.ok) ? [{ label, to }] : [],
    ),
    ...{ helpDeskPhone, helpDeskEmail },
  };
}
