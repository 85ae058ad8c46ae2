import { setTimeout as sleep } from "node:timers/promises";
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { paths } from "#app/paths.ts";
import { openToAnyone } from "#app/request/require.ts";
import { answerArrival } from "./callback.server.ts";
import { PleaseWait, waitMeta } from "./please-wait.tsx";
import { collect, findWaiting, takeHandedOver, valueWithin } from "./waiting.server.ts";

export const handle: PageFacts = { scripts: false };
export const meta = waitMeta;

/** How long an answer is delayed, because the page asks again at once. Shorter than the timeout of any proxy. */
const HOLD_MS = 5_000;
const EMPTY_HOLD_MS = 1_000;
/** The number of polls, one a second: an instance that is stopping may need this long to hand a sign-in over. */
const MAX_EMPTY_POLLS = 45;

/** Polled for a sign-in that was not finished when the callback had to answer. */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session } = args.context;
  const polls = Number(new URL(args.request.url).searchParams.get("polls")) || 0;
  const work = findWaiting(session.handle);
  if (!work) {
    const handedOver = await takeHandedOver(args.context);
    if (handedOver) return answerArrival(args, handedOver);
    if (session.user) return redirect(paths.dashboard());
    if (polls >= MAX_EMPTY_POLLS) return redirect(paths.login({ error: "expired" }));
    await sleep(EMPTY_HOLD_MS);
    return { polls };
  }
  const arrival = await valueWithin(work, HOLD_MS);
  if (!arrival || !collect(session.handle, work)) return { polls: 0 };
  return answerArrival(args, arrival);
}

export default function Wait() {
  return <PleaseWait {...useLoaderData<typeof loader>()} />;
}
