import { csvLoader } from "#app/grid/list-loader.server.ts";
import { directDebitList } from "./direct-debit-list.server.ts";

export const loader = csvLoader(directDebitList);
