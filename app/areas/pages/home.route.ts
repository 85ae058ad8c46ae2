import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return redirect(paths.dashboard());
}

export const handle: PageFacts = { rateLimit: "nothing" };
// A form posted here by mistake is redirected too.
export const action = loader;
