import { csvLoader } from "#app/grid/list-loader.server.ts";
import { subscriptionList } from "./subscription-list.server.ts";

export const loader = csvLoader(subscriptionList);
