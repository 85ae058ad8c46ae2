import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { preferenceCookie } from "#app/document/preferences.ts";
import { formFields, readForm, shortText, withFormsForDocs } from "#app/request/read-form.server.ts";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";

export const handle: PageFacts = { rateLimit: "nothing" };

const chosenTheme = formFields("303 to `returnTo`", {
  theme: z.enum(["system", "light", "dark"]),
  returnTo: shortText.optional(),
});

/** Stores the theme in a cookie. 'system' removes it, so that the device's setting applies again. */
export const action = withFormsForDocs([chosenTheme], async (args: ActionFunctionArgs) => {
  openToAnyone(args);
  const { theme, returnTo } = await readForm(args, chosenTheme);
  const chosen = theme === "system" ? undefined : theme;
  const headers = { "Set-Cookie": preferenceCookie("theme", chosen, args.context.config) };
  return redirect(safePath(returnTo) ?? paths.dashboard(), { status: 303, headers });
});

export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  return redirect(paths.dashboard());
}
