import { setTimeout as sleep } from "node:timers/promises";
import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { requireAccount } from "#app/request/require.ts";
import { FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { awaitReportOutcome } from "./trouble-report.server.ts";

/** How long the loader waits, because the page reloads straight after each answer. */
const WAIT_MS = 2_000;

export const handle: PageFacts = { scripts: false };
export const meta: MetaFunction = (args) => [
  ...(pageTitle("Confirm Site Details")(args) ?? []),
  { httpEquiv: "refresh", content: "1" },
];

/** Waits for the trouble report, then redirects to its outcome. Reloading doesn't send anything. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { id = "" } = args.params;
  const { signal } = args.context;
  const stopWaiting = new AbortController();
  // eslint-disable-next-line ours/newer-built-ins -- the server's
  const anyAbort = AbortSignal.any([signal, stopWaiting.signal]);
  const outcome = await Promise.race([
    awaitReportOutcome(args, { portal, id }, anyAbort),
    sleep(WAIT_MS, "running" as const, { signal }),
  ]).finally(() => stopWaiting.abort());
  if (outcome === "running") return { reloadPath: paths.lineFaultBooking(id), isAnswerLost: false };
  if (outcome?.state === "undecided") {
    await sleep(WAIT_MS, undefined, { signal });
    return { reloadPath: paths.lineFaultBooking(id), isAnswerLost: true };
  }
  throw redirect(outcome?.state === "booked" ? paths.lineFaultBooked(id) : paths.lineFaultDetails(id), 303);
}

export default function BeingLogged() {
  const { reloadPath, isAnswerLost } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Confirm Site Details" />
      {isAnswerLost && (
        <Message tone="warning" heading="We haven't had a reply yet">
          We don&apos;t know yet if your trouble report was logged. We&apos;ll keep checking for 3 minutes
          before you can send it again.
        </Message>
      )}
      <Spinner label="Please wait while your trouble report is logged. Please do not refresh this page." />
      <p>
        Nothing happening? <a href={reloadPath}>Check now</a>
      </p>
    </FormPage>
  );
}
