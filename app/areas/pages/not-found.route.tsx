import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound } from "#app/request/error-page.ts";
import { titled } from "#app/request/page-title.ts";
import { openToAnyone } from "#app/request/proof.ts";

export const meta = titled("Page Not Found");

/**
 * Page Not Found, for /not-found and every unknown path. Inside the shell for who is signed in; a plain 404
 * for anybody else, since there is nothing here to sign in for.
 */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  throw pageNotFound();
}

export const action = loader;

export default function NotFound() {
  return null;
}
