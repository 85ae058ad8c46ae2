import { setTimeout as sleep } from "node:timers/promises";
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openToAnyone } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { valueWithin } from "#shared/time/within.ts";
import { respondToSignIn } from "./callback.server.ts";
import { PleaseWait, waitMeta } from "./please-wait.tsx";
import { claimSignIn, findPending, takeStoredSignIn } from "./waiting.server.ts";

export const handle: PageFacts = { scripts: false };
export const meta = waitMeta;

/** How long each answer waits for the sign-in, because the page polls again immediately. Shorter than any proxy's timeout. */
const WAIT_MS = 5_000;
/** How long to delay an answer if this instance doesn't know of a sign-in. */
const EMPTY_WAIT_MS = 1_000;
/** Polls without a sign-in, one a second. An instance that's stopping may need this long to hand a sign-in over. */
const MAX_EMPTY_POLLS = 45;

/** Polled while a sign-in that was too slow for the callback is still running. */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session } = args.context;
  const polls = Number(new URL(args.request.url).searchParams.get("polls")) || 0;
  const pending = findPending(session.handle);
  if (!pending) {
    const stored = await takeStoredSignIn(args.context);
    if (stored) return respondToSignIn(args, stored);
    if (session.user) return redirect(paths.dashboard());
    if (polls >= MAX_EMPTY_POLLS) return redirect(paths.login({ error: "expired" }));
    await sleep(EMPTY_WAIT_MS);
    return { polls };
  }
  const result = await valueWithin(WAIT_MS, pending).catch(() => "lost" as const);
  if (result === "lost") return redirect(paths.login({ error: "expired" }));
  if (!result || !claimSignIn(session.handle, pending)) return { polls: 0 };
  return respondToSignIn(args, result);
}

export default function Wait() {
  return <PleaseWait {...useLoaderData<typeof loader>()} />;
}
