import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { clean } from "#app/forms/cleaning.ts";
import { requireRole } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { addressLookupOf } from "./search-address.server.ts";

export const handle: PageFacts = { requiredParts: ["addressLookup"], rateLimit: "lookups" };

/** Returns a `Lookup` to the address search's scripts: suggestions for `?text=`, or the address for `?id=`. The service's key stays on the server. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "MyPortal Admin");
  const { request, context } = args;
  const { searchParams } = new URL(request.url);
  // After signing in, the browser may open this URL, which isn't a page.
  if (request.headers.get("sec-fetch-dest") === "document") return redirect(paths.locationNew());
  const lookup = addressLookupOf(context);
  const id = searchParams.get("id");
  const text = clean.line(searchParams.get("text") ?? "");
  const answer = id ? await lookup.find(id, context.signal) : await lookup.suggest(text, context.signal);
  return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
}
