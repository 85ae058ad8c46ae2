import { csvLoader } from "#app/grid/list-loader.server.ts";
import { quoteList } from "./quote-list.server.ts";

export const loader = csvLoader(quoteList);
