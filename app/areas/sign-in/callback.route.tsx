import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { callback } from "./callback.server.ts";
import { PleaseWait, waitMeta } from "./please-wait.tsx";

export const handle = { scripts: false };
export const meta = waitMeta;

export function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  return callback(args, pathname.startsWith(paths.loginEmployeeCallback()) ? "employee" : "customer");
}

export default function Callback() {
  return <PleaseWait {...useLoaderData<typeof loader>()} />;
}
