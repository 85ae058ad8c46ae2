import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { COOKIE_CHOICE_COOKIE, cookieChoiceOf, preferenceCookie } from "#app/document/preferences.ts";
import { paths } from "#app/paths.ts";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import { parseCookieChoice, staleAnalyticsCookies } from "./cookie-choice.ts";
import { CookiePolicy } from "./cookie-policy.tsx";
import { PublicFrame } from "./public-frame.tsx";

export const handle = { scripts: false };
export const meta = titled("Cookie Policy");

export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  return { choice: cookieChoiceOf(args.context), signedIn: args.context.session.user !== undefined };
}

/** Keeps the choice for a year; opting out removes the analytics cookies that are there (spec 1 §2, Shell). */
export async function action(args: ActionFunctionArgs) {
  openToAnyone(args);
  const form = await args.request.formData();
  const choice = parseCookieChoice(form.get("choice"));
  const headers = new Headers();
  if (choice) {
    const { secure } = args.context.config;
    headers.append("Set-Cookie", preferenceCookie(COOKIE_CHOICE_COOKIE, choice, secure));
    if (choice === "opted-out") {
      for (const cookie of staleAnalyticsCookies(args.context)) headers.append("Set-Cookie", cookie);
    }
  }
  return redirect(safePath(form.get("returnTo")) ?? paths.cookies(), { status: 303, headers });
}

export default function Cookies() {
  const { choice, signedIn } = useLoaderData<typeof loader>();
  return (
    <PublicFrame title="Cookie Policy" wide>
      <CookiePolicy choice={choice} back={signedIn ? paths.dashboard() : paths.login()} />
    </PublicFrame>
  );
}
