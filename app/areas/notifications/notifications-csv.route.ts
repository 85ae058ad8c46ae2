import { csvLoader } from "#app/grid/list-loader.server.ts";
import { notificationList } from "./notification-list.server.ts";

export const loader = csvLoader(notificationList);
