import type { LoaderFunctionArgs } from "@remix-run/node";
import { orBack } from "#app/files/download.server.ts";
import { csvLoader } from "#app/grid/list-loader.server.ts";
import { paths } from "#app/paths.ts";
import { invoiceList } from "./invoice-list.server.ts";

const csvOf = csvLoader(invoiceList);

/** The list as a CSV; where it can't be had, a message on the page says so. */
export async function loader(args: LoaderFunctionArgs) {
  return orBack(args, paths.invoices(), undefined, () => csvOf(args));
}
