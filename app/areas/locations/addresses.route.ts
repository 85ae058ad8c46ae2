import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import { requireRole } from "#app/request/require.ts";
import { addressLookupOf } from "./search-address.server.ts";

const LONGEST = 200;

/**
 * The address search for scripts: `?text=` answers suggestions, `?id=` one address, each as a `Lookup`. The service
 * is asked from here, so that its key and the person's address stay on the server.
 */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "MyPortal Admin");
  const { request, context } = args;
  const { searchParams } = new URL(request.url);
  // Nobody reads this as a page; a sign-in may lead here after a session that ended while someone was typing.
  if (request.headers.get("sec-fetch-dest") === "document") return redirect(paths.locationNew());
  const lookup = addressLookupOf(context);
  const id = searchParams.get("id");
  const text = (searchParams.get("text") ?? "").trim().slice(0, LONGEST);
  const answer = id ? await lookup.find(id, request.signal) : await lookup.suggest(text, request.signal);
  return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
}
