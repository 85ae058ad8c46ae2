import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callback } from "./callback.ts";
import { PleaseWait, waitMeta } from "./please-wait.tsx";

export const handle = { scripts: false };
export const meta = waitMeta;

/** Where the employees' identity provider sends people back to. */
export function loader(args: LoaderFunctionArgs) {
  return callback(args, "employee");
}

/** Seen only while the sign-in takes its time. */
export default function EmployeeCallback() {
  const { polls } = useLoaderData<typeof loader>();
  return <PleaseWait polls={polls} />;
}
