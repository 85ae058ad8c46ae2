import { csvLoader } from "#app/grid/list-loader.server.ts";
import { contactList } from "./contact-list.server.ts";

export const loader = csvLoader(contactList);
