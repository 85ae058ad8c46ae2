import { csvLoader } from "#app/grid/list-loader.server.ts";
import { ticketList } from "./ticket-list.server.ts";

export const loader = csvLoader(ticketList);
