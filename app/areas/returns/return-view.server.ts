import { pageNotFound } from "#app/errors/error-page.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { folderFiles } from "#app/files/folder-files.server.ts";
import { rowInList } from "#app/grid/define-list.server.ts";
import { paths } from "#app/paths.ts";
import { addressText, listAddresses } from "#app/portal-api/addresses.ts";
import { getContactDetails } from "#app/portal-api/contacts.ts";
import { returnFolder } from "#app/portal-api/files.ts";
import { listReturns, type ReturnItem } from "#app/portal-api/returns.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasRole } from "#app/request/roles.ts";
import { formatDate } from "#app/ui/format.ts";
import { returnList } from "./return-list.server.ts";

async function requireReturn({ api }: Pick<Portal, "api">, rma: string) {
  const found = (await api.call(listReturns, {})).find((item) => item.rma === rma);
  if (!found) throw pageNotFound();
  return found;
}

export const returnFiles = folderFiles({
  role: "Returns",
  folder: returnFolder,
  page: paths.return,
  file: paths.returnFile,
  require: async (portal, id) => (await requireReturn(portal, id)).rma,
});

/** A return with its details and files. Throws Page Not Found, or PortalApiError if the returns can't be loaded. */
export async function returnView(args: RouteArgs, portal: Portal, rma: string) {
  const [found, locations, files] = await Promise.all([
    requireReturn(portal, rma),
    // Loads all locations, since the API lets only administrators load a single one.
    tolerate(portal.api.call(listAddresses, {}, optionalCallOptions), args),
    tolerate(returnFiles.list(args, portal, rma), args),
  ]);
  const location = (locations.ok ? locations.value : []).find(
    ({ addressId }) => String(addressId) === found.addressId,
  );
  return {
    ...rowInList(returnList, found, args.request.url),
    product: [
      { term: "Product Code", detail: found.prodCode },
      { term: "Description", detail: found.prodDesc },
      { term: "Quantity", detail: found.qty },
      { term: "Invoice No", detail: invoiceDetail(portal, found.invNo) },
      { term: "Date Received", detail: formatDate(found.origDateRecvd) ?? found.origDateRecvd },
    ],
    reasons: [
      { term: "Reason Code", detail: found.reason },
      { term: "Other", detail: found.addNotes },
    ],
    contact: contactDetails(await loadContact(args, portal, found), location && addressText(location)),
    files,
  };
}

/** A link for those who may see invoices. */
function invoiceDetail({ user, account }: Portal, number: string) {
  const isLink = number.trim() !== "" && hasRole(user, account.clientId, "Orders");
  return isLink ? { text: number, to: paths.invoice(number) } : number;
}

export type ReturnView = Awaited<ReturnType<typeof returnView>>;

async function loadContact(args: RouteArgs, { api }: Portal, { contactId: id }: ReturnItem) {
  if (id === "") return undefined;
  const found = await tolerate(api.call(getContactDetails, { params: { id } }, optionalCallOptions), args);
  return found.ok ? found.value : undefined;
}

function contactDetails(contact: Awaited<ReturnType<typeof loadContact>>, address: string | undefined) {
  if (!contact && !address) return [];
  return [
    { term: "Contact", detail: contact?.fullName },
    { term: "Email", detail: contact?.email },
    { term: "Contact Number", detail: contact?.telephone || contact?.mobile },
    { term: "Address", detail: address },
  ];
}
