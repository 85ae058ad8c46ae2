import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import { folderFiles } from "#app/files/folder-files.server.ts";
import { rowInList } from "#app/grid/define-list.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { addressText, listAddresses, type Address } from "#shared/portal-api/addresses.ts";
import { getContactDetails } from "#shared/portal-api/contacts.ts";
import { returnFolder } from "#shared/portal-api/files.ts";
import { listReturns, type ReturnItem } from "#shared/portal-api/returns.ts";
import { hasRole } from "#shared/roles.ts";
import { returnList } from "./return-list.server.ts";

async function requireReturn({ api }: Pick<Portal, "api">, rma: string) {
  const returnItem = (await api.call(listReturns, {})).find((item) => item.rma === rma);
  if (!returnItem) throw pageNotFound();
  return returnItem;
}

export const returnFiles = folderFiles({
  role: "Returns",
  folder: returnFolder,
  page: paths.return,
  file: paths.returnFile,
  resolveId: async (portal, id) => (await requireReturn(portal, id)).rma,
});

/** A return with its details and files. Throws Page Not Found, or PortalApiError if the returns can't be loaded. */
export async function returnView(args: RouteArgs, portal: Portal, rma: string) {
  const [returnItem, locations, files] = await Promise.all([
    requireReturn(portal, rma),
    // Loads all locations, because the API only lets administrators load a single one.
    tolerate(portal.api.call(listAddresses, {}, optionalCallOptions), args),
    tolerate(returnFiles.list(args, portal, rma), args),
  ]);
  return {
    ...rowInList(returnList, returnItem, args.request.url),
    product: [
      { term: "Product Code", detail: returnItem.prodCode },
      { term: "Description", detail: returnItem.prodDesc },
      { term: "Quantity", detail: returnItem.qty },
      { term: "Invoice No", detail: invoiceDetail(portal, returnItem.invNo) },
      { term: "Date Received", detail: formatDate(returnItem.origDateRecvd) },
    ],
    reasons: [
      { term: "Reason Code", detail: returnItem.reason },
      { term: "Other", detail: returnItem.addNotes },
    ],
    contact: [...(await contactFacts(args, portal, returnItem)), ...addressFacts(locations, returnItem)],
    files,
    enquiry: await enquiryLink(args, portal, "return", rma),
  };
}

function invoiceDetail({ user, account }: Portal, number: string) {
  const isLink = number.trim() !== "" && hasRole(user, account.clientId, "Orders");
  return isLink ? { text: number, to: paths.invoice(number) } : number;
}

export type ReturnView = Awaited<ReturnType<typeof returnView>>;

async function contactFacts(args: RouteArgs, { api }: Portal, { contactId: id }: ReturnItem) {
  if (id === "") return [];
  const found = await tolerate(api.call(getContactDetails, { params: { id } }, optionalCallOptions), args);
  if (!found.ok) return [{ term: "Contact", detail: found.message }];
  const { fullName, email, telephone, mobile } = found.value;
  return [
    { term: "Contact", detail: fullName },
    { term: "Email", detail: email },
    { term: "Contact Number", detail: telephone || mobile },
  ];
}

function addressFacts(locations: Tolerated<readonly Address[]>, { addressId: id }: ReturnItem) {
  if (id === "") return [];
  const location = locations.ok && locations.value.find(({ addressId }) => String(addressId) === id);
  const detail = locations.ok ? "We couldn't find the associated location." : locations.message;
  return [{ term: "Address", detail: location ? addressText(location) : detail }];
}
