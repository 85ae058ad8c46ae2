import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { folderFiles } from "#app/files/folder-files.server.ts";
import { rowInList } from "#app/grid/define-list.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { licenceFolder } from "#shared/portal-api/files.ts";
import { listLicences, listLicenceSecrets } from "#shared/portal-api/licences.ts";
import { lastRenewals, renewalView } from "./renewal.server.ts";
import { subscriptionList } from "./subscription-list.server.ts";

export const secretNames = ["password", "keycodes"] as const;
export type SecretName = (typeof secretNames)[number];

async function requireLicence({ api }: Pick<Portal, "api">, id: string) {
  const licence = (await api.call(listLicences, {})).find(({ licenseId }) => licenseId === id);
  if (!licence) throw pageNotFound();
  return licence;
}

export const subscriptionFiles = folderFiles({
  role: "Contracts",
  folder: licenceFolder,
  page: paths.subscription,
  file: paths.subscriptionFile,
  resolveId: async (portal, id) => (await requireLicence(portal, id)).licenseId,
});

/** A subscription without its secrets. Throws Page Not Found or PortalApiError, but not if only the files can't be loaded. */
export async function subscriptionView(args: RouteArgs, portal: Portal, id: string) {
  const [licence, files] = await Promise.all([
    requireLicence(portal, id),
    tolerate(subscriptionFiles.list(args, portal, id), args),
  ]);
  const { vendor, userId, password, keycodes, renewalInvNo } = licence;
  const last = (await lastRenewals(args, portal, [renewalInvNo.trim()])).get(renewalInvNo.trim());
  return {
    ...rowInList(subscriptionList, licence, args.request.url),
    vendor,
    userId,
    hasSecret: { password, keycodes },
    files,
    renewal: await renewalView(args, portal, id, last),
    enquiry: await enquiryLink(args, portal, "subscription", id),
  };
}

export type SubscriptionView = Awaited<ReturnType<typeof subscriptionView>>;

/** The lines of a subscription's secret. The audit trail records who saw which secret, never the secret itself. */
export async function showSecret(
  { context }: RouteArgs,
  { api }: Pick<Portal, "api">,
  id: string,
  name: SecretName,
): Promise<readonly string[]> {
  const allSecrets = await api.call(listLicenceSecrets, {}, { fresh: true });
  const secrets = allSecrets.find(({ licenseId }) => licenseId === id);
  if (!secrets) throw pageNotFound();
  const what = name === "password" ? "Subscription password viewed" : "Subscription keycodes viewed";
  context.audit({ audit: "secret", outcome: "shown", field: name, licence: id, what });
  const lines = secrets[name].split(/[\r\n]+/);
  return lines.map((line) => line.trim()).filter(Boolean);
}
