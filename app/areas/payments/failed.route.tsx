import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { PaymentResult } from "./payment-result.tsx";
import { paymentResult } from "./result.server.ts";

export const handle = { scripts: false };
export const meta = titled("Payment failed");

export async function loader(args: LoaderFunctionArgs) {
  return { result: await paymentResult(args, "failed") };
}

export default function Failed() {
  return <PaymentResult view={useLoaderData<typeof loader>().result} />;
}
