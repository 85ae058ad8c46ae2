import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import { requireUser } from "#app/request/require.ts";

/** `/` is the dashboard (spec 3 §2.6). */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return redirect(paths.dashboard());
}

/** A form that is sent here by mistake ends where a visit would, not in an answer for programs. */
export const action = loader;
