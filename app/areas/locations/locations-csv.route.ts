import { csvLoader } from "#app/grid/list-loader.server.ts";
import { locationList } from "./location-list.server.ts";

export const loader = csvLoader(locationList);
