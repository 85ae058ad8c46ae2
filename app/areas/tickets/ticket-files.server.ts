import { folderFiles } from "#app/files/folder-files.server.ts";
import type { Portal } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { ticketFolder } from "#shared/portal-api/files.ts";
import { getTicket } from "#shared/portal-api/support-tickets.ts";

/** The ticket's id. Throws Page Not Found if the ticket is in another account. */
export async function requireTicket({ api }: Pick<Portal, "api">, id: string): Promise<string> {
  return String((await api.call(getTicket, { query: { id } })).supportTicketId);
}

export const ticketFiles = folderFiles({
  role: "Support",
  folder: ticketFolder,
  page: (id) => paths.ticket(id),
  file: paths.ticketFile,
  resolveId: requireTicket,
});
