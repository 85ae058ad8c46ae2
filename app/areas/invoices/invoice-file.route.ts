import { fileLoader } from "#app/files/download.server.ts";
import { invoiceFileSource } from "./invoice-files.server.ts";

export const loader = fileLoader(invoiceFileSource);
