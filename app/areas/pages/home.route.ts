import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#app/document/page-facts.ts";
import { paths } from "#app/paths.ts";
import { requireUser } from "#app/request/require.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return redirect(paths.dashboard());
}

// A form posted here by mistake also gets the redirect, not an error.
export const handle: PageFacts = { rateLimit: "nothing" };
export const action = loader;
