import { fileLoader } from "#app/files/download.server.ts";
import { subscriptionFiles } from "./subscription-view.server.ts";

export const loader = fileLoader(subscriptionFiles.source);
