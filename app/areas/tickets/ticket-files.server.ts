import { folderFiles } from "#app/files/folder-files.server.ts";
import { paths } from "#app/paths.ts";
import { ticketFolder } from "#app/portal-api/files.ts";
import { getTicket } from "#app/portal-api/support-tickets.ts";

/** The files attached to a ticket, by the names that the service gives. */
export const ticketFiles = folderFiles({
  role: "Support",
  folder: ticketFolder,
  page: (id) => paths.ticket(id),
  file: paths.ticketFile,
  require: ({ api }, id) => api.call(getTicket, { query: { id } }),
});
