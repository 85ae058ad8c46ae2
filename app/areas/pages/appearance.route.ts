import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#app/document/page-facts.ts";
import { preferenceCookie } from "#app/document/preferences.ts";
import { paths } from "#app/paths.ts";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";

export const handle: PageFacts = { rateLimit: "nothing" };

/** Stores the theme in a cookie. Any value but light or dark removes it, and the device's setting applies again. */
export async function action(args: ActionFunctionArgs) {
  openToAnyone(args);
  const form = await args.request.formData();
  const theme = form.get("theme");
  const chosen = theme === "light" || theme === "dark" ? theme : undefined;
  const headers = { "Set-Cookie": preferenceCookie("theme", chosen, args.context.config) };
  return redirect(safePath(form.get("returnTo")) ?? paths.dashboard(), { status: 303, headers });
}

export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  return redirect(paths.dashboard());
}
