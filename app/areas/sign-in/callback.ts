import type { LoaderFunctionArgs } from "@remix-run/node";
import { openToAnyone } from "#app/request/require.ts";
import type { SignInKind } from "#server/session/portal-session.ts";
import { arrive } from "./arrival.ts";
import { settle } from "./settle.ts";
import { keepWaiting, PATIENCE_MS, within } from "./waiting.ts";

/**
 * What both callbacks do: finish the sign-in and go on. When that takes long the page shows 'Please wait' and
 * asks at /login/wait, while the sign-in goes on here.
 */
export async function callback(args: LoaderFunctionArgs, kind: SignInKind) {
  openToAnyone(args);
  const { session } = args.context;
  const work = arrive(args.context, kind, args.request);
  const arrival = await within(work, PATIENCE_MS);
  if (arrival) return settle(args, arrival);
  keepWaiting(session.handle, work);
  return { polls: 0 };
}
