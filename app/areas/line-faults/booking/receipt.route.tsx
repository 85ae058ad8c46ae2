import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getCheckOrRedirect, getProgress, lineAddress } from "#app/areas/line-faults/check.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { requireAccount } from "#app/request/require.ts";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { formatDateTime } from "#app/ui/format.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import { validAgreements } from "./agreements.server.ts";
import { findLoggedReport } from "./trouble-report.server.ts";

export const meta = pageTitle("What you agreed to");

/** The exact wording of a check's agreements, for printing. Available for a day after booking. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const id = args.params["id"] ?? "";
  const checkRef = { portal, id };
  const [check, loggedReport] = await Promise.all([
    getCheckOrRedirect(args, portal, id),
    findLoggedReport(args, checkRef),
  ]);
  const currentAgreements = validAgreements(args, { portal, check, progress: getProgress(portal, id) });
  const agreements = loggedReport?.consents ?? Object.values(currentAgreements);
  if (agreements.length === 0 && !loggedReport) throw redirect(paths.lineFault(id), 303);
  return {
    row: { name: check.cli },
    back: loggedReport
      ? { to: paths.lineFaultBooked(id), label: "Your booking" }
      : { to: paths.lineFault(id), label: "Line Checker Results" },
    facts: [
      { term: "Account", detail: portal.account.name },
      { term: "Telephone number", detail: check.cli },
      { term: "Address", detail: lineAddress(check) },
      { term: "Ticket", detail: loggedReport?.ticketId },
    ],
    agreements: agreements.map(({ terms: _, ...shown }) => ({ ...shown, at: formatDateTime(shown.at) })),
    isBooked: loggedReport !== undefined,
  };
}

export default function Receipt() {
  const { back, facts, agreements, isBooked } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="What you agreed to" back={back} />
      <Card heading="The line" id="line" icon="phone">
        <DescriptionList items={facts} />
      </Card>
      {agreements.length === 0 && <p>You didn&apos;t agree to any charges.</p>}
      {agreements.map(({ title, wording, by, at }) => (
        <Card key={title} heading={title} id={title.replaceAll(" ", "-").toLowerCase()} icon="file-text">
          <div className="stack prose">
            {wording.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <p>
              <strong>I understand and agree</strong>: {by}, {at}
            </p>
          </div>
        </Card>
      ))}
      <p className="muted no-print">
        {isBooked ? "We'll keep this page for a day." : "Nothing is booked yet."} Please print it, or save it
        as a file with your browser&apos;s print dialog.
      </p>
    </FormPage>
  );
}
