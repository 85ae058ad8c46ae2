import { fileLoader } from "#app/files/download.server.ts";
import { returnFiles } from "./return-view.server.ts";

export const loader = fileLoader(returnFiles.source);
