import { folderFiles } from "#app/files/folder-files.server.ts";
import { paths } from "#app/paths.ts";
import { ticketFolder } from "#app/portal-api/files.ts";
import { getTicket } from "#app/portal-api/support-tickets.ts";
import type { Portal } from "#app/request/portal.ts";

/** The ticket's own id. Throws Page Not Found for a ticket that is not the account's. */
export async function requireTicket({ api }: Pick<Portal, "api">, id: string): Promise<string> {
  return String((await api.call(getTicket, { query: { id } })).supportTicketId);
}

/** The files attached to a ticket, by the names that the service gives. */
export const ticketFiles = folderFiles({
  role: "Support",
  folder: ticketFolder,
  page: (id) => paths.ticket(id),
  file: paths.ticketFile,
  require: requireTicket,
});
