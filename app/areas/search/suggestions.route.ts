import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { Suggestions } from "#app/areas/shell/parts/view-models.ts";
import type { PageFacts } from "#app/document/page-facts.ts";
import { paths } from "#app/paths.ts";
import { requireAccount } from "#app/request/require.ts";
import { searchView } from "./search-view.server.ts";

export const handle: PageFacts = { rateLimit: "lookups" };

/** Answers the command palette of scripts: what the search page finds for `?q=`, as one list. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  // A sign-in may lead back here, but it is not a page.
  if (args.request.headers.get("sec-fetch-dest") === "document") return redirect(paths.search());
  const { exact, commands, groups } = await searchView(args, portal);
  const items = [
    ...exact.map(({ name, to }) => ({ title: name, detail: "", to })),
    ...commands,
    ...groups.flatMap(({ found }) =>
      found.ok ? found.value.hits.map(({ title, detail, to }) => ({ title, detail, to })) : [],
    ),
  ];
  const failed = groups.filter(({ found }) => !found.ok).map(({ noun }) => noun);
  const count = items.length === 1 ? "1 result" : `${items.length || "No"} results`;
  const words = failed.length === 0 ? count : `${count}. Not searched: ${failed.join(", ")}`;
  return Response.json({ items, words } satisfies Suggestions, { headers: { "Cache-Control": "no-store" } });
}
