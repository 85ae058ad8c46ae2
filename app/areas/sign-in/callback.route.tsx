import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#shared/page-facts.ts";
import { finishSignIn } from "./callback.server.ts";
import { PleaseWait, waitMeta } from "./please-wait.tsx";

export const handle: PageFacts = { scripts: false, rateLimit: "sign-ins" };
export const meta = waitMeta;

export function loader(args: LoaderFunctionArgs) {
  return finishSignIn(args, "customer");
}

export default function Callback() {
  return <PleaseWait {...useLoaderData<typeof loader>()} />;
}
