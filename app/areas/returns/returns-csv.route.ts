import { csvLoader } from "#app/grid/list-loader.server.ts";
import { returnList } from "./return-list.server.ts";

export const loader = csvLoader(returnList);
