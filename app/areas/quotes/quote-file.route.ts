import { fileLoader } from "#app/files/download.server.ts";
import { quoteFiles } from "./quote-view.server.ts";

export const loader = fileLoader(quoteFiles.source);
