import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { requireAccount } from "#app/request/require.ts";
import { SearchPage } from "./search-page.tsx";
import { searchView } from "./search-view.server.ts";

export const meta = titled("Search");

/** Looks through what this person may see of the account. */
export async function loader(args: LoaderFunctionArgs) {
  return searchView(args, await requireAccount(args));
}

/** What was found, in groups. */
export default function Search() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}
