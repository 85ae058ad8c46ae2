import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { Suggestions } from "#app/areas/shell/parts/palette.tsx";
import { requireAccount } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { searchView } from "./search-view.server.ts";

export const handle: PageFacts = { rateLimit: "lookups" };

/** The command palette's results as JSON: what the search page finds for `?q=`, as one list. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  // Signing in may redirect the browser here, where it mustn't show the JSON.
  if (args.request.headers.get("sec-fetch-dest") === "document") return redirect(paths.search());
  const { exactMatches, commands, groups, error } = await searchView(args, portal);
  const hits = groups.flatMap(({ result }) => (result.ok ? result.value.hits : []));
  const items = [
    ...exactMatches.map(({ name, to }) => ({ title: name, detail: "", to })),
    ...commands,
    ...hits.map(({ title, detail, to }) => ({ title, detail, to })),
  ];
  const failedNouns = groups.filter(({ result }) => !result.ok).map(({ noun }) => noun);
  const count = items.length === 1 ? "1 result" : `${items.length || "No"} results`;
  const found = failedNouns.length === 0 ? count : `${count}. Not searched: ${failedNouns.join(", ")}`;
  const summary = items.length === 0 && error ? error : found;
  return Response.json({ items, summary } satisfies Suggestions, {
    headers: { "Cache-Control": "no-store" },
  });
}
