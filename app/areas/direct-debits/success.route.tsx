import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { useOffers } from "#app/document/offers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { useQuestionOnLeaving } from "#app/forms/form-status.tsx";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { requireCompleted } from "#app/request/completed-actions.ts";
import { requireRole } from "#app/request/require.ts";
import { DonePage } from "#app/ui/done-page.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { formatWorkingDayAfter, NOTICE_DAYS } from "#shared/time/working-days.server.ts";
import { downloadedLetters, getDirectDebit, rowOfEdited } from "./direct-debit.server.ts";
import { Guarantee, NoticePeriod, StillCollected } from "./flow-page.tsx";
import { oldAccountState } from "./save-direct-debit.server.ts";

export const handle: PageFacts = { requiredParts: ["directDebits"] };
const TITLE = "Direct Debit saved";
export const meta = pageTitle(TITLE);

/** Step 4, for a direct debit that this session has saved. Redirects to step 1 for any other. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { id = "" } = args.params;
  await requireCompleted(portal, "direct debits saved", id, paths.directDebit(id));
  const isLetterDownloaded = (await downloadedLetters(portal).members()).has(id);
  const editedRow = rowOfEdited({ args }, await getDirectDebit(portal, id));
  const from = formatWorkingDayAfter(args.context.services.now(), NOTICE_DAYS);
  const oldAccountDigits = oldAccountState.read(portal, id);
  return { id, editedRow, isLetterDownloaded, from, oldAccountDigits, brand: args.context.config.brandName };
}

const NOT_DOWNLOADED =
  "You have not downloaded your Direct Debit confirmation letter. Please cancel and do so before you proceed as it is important you keep a copy of this letter on file, or click OK to confirm you will download at a later date.";

export default function DirectDebitSaved() {
  const { id, editedRow, isLetterDownloaded, from, oldAccountDigits, brand } = useLoaderData<typeof loader>();
  const isDownloadPressed = useRef(false);
  const hasLetter = useOffers("files");
  const needsLetter = hasLetter && !isLetterDownloaded;
  useQuestionOnLeaving(NOT_DOWNLOADED, () => needsLetter && !isDownloadPressed.current);
  return (
    <DonePage
      title={TITLE}
      fact={editedRow && `For account ${editedRow.row.text.account}, from ${from}`}
      next={
        <>
          {oldAccountDigits && <StillCollected from={oldAccountDigits} until={from} />}
          {hasLetter && <p>Please download the confirmation letter and keep a copy on file.</p>}
          {needsLetter && (
            <p>You haven&apos;t downloaded it yet. You can do that later, from the list of Direct Debits.</p>
          )}
          <NoticePeriod />
        </>
      }
      buttons={[
        hasLetter && {
          to: paths.directDebitLetter(id),
          label: "Download confirmation letter",
          icon: "download",
          reloadDocument: true,
          onClick: () => (isDownloadPressed.current = true),
        },
        { to: editedRow?.backTo ?? paths.directDebits(), label: "Back to Direct Debits" },
      ]}
    >
      {editedRow && <SelectedRow list={editedRow.list} row={editedRow.row} caption={editedRow.row.name} />}
      <Guarantee brand={brand} />
    </DonePage>
  );
}
