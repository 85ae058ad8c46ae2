import { folderFiles } from "#app/files/folder-files.server.ts";
import { paths } from "#app/paths.ts";
import { ticketFolder } from "#app/portal-api/files.ts";
import { getTicket } from "#app/portal-api/support-tickets.ts";
import type { Portal } from "#app/request/portal.ts";

/** The ticket's id. Throws Page Not Found for another account's ticket. */
export async function requireTicket({ api }: Pick<Portal, "api">, id: string): Promise<string> {
  return String((await api.call(getTicket, { query: { id } })).supportTicketId);
}

export const ticketFiles = folderFiles({
  role: "Support",
  folder: ticketFolder,
  page: (id) => paths.ticket(id),
  file: paths.ticketFile,
  require: requireTicket,
});
