import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvLoader } from "#app/grid/list-loader.server.ts";
import { invoiceListFor } from "./invoice-list.server.ts";

export const loader = (args: LoaderFunctionArgs) => csvLoader(invoiceListFor(args.context.config))(args);
