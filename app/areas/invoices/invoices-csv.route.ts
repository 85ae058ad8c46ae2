import { csvLoader } from "#app/grid/list-loader.server.ts";
import { invoiceList } from "./invoice-list.server.ts";

export const loader = csvLoader(invoiceList);
