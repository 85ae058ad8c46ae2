import { fileLoader } from "#app/files/download.server.ts";
import { ticketFiles } from "./ticket-files.server.ts";

export const loader = fileLoader(ticketFiles.source);
