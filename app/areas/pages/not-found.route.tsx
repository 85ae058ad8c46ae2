import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { openToAnyone } from "#app/request/require.ts";

export const meta = pageTitle("Page Not Found");

export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  throw pageNotFound();
}

export const action = loader;

export default function NotFound() {
  return null;
}
