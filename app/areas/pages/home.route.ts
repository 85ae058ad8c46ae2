import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#app/document/page-facts.ts";
import { paths } from "#app/paths.ts";
import { requireUser } from "#app/request/require.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return redirect(paths.dashboard());
}

// A form that is sent here by mistake ends where a visit would.
export const handle: PageFacts = { counts: "nothing" };
export const action = loader;
