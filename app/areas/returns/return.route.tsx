import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CopyLink } from "#app/areas/shell/copy-link.tsx";
import { EnquiryButton } from "#app/areas/tickets/enquiry-button.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { DownloadCard } from "#app/files/download-card.tsx";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { requireRole } from "#app/request/require.ts";
import { FactsCard } from "#app/ui/facts-card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { CardGrid, PageParts } from "#app/ui/page-layout.tsx";
import { returnView, type ReturnView } from "./return-view.server.ts";

export const meta = pageTitle((view) => `Return ${(view as ReturnView | undefined)?.row.key ?? ""}`.trim());

export async function loader(args: LoaderFunctionArgs) {
  return returnView(args, await requireRole(args, "Returns"), args.params["id"] ?? "");
}

export default function Return() {
  const { list, row, backTo, product, reasons, contact, files, enquiry } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Return ${row.key}`}
        back={{ to: backTo, label: "Back to Returns" }}
        tool={<CopyLink />}
      />
      <PageParts>
        <SelectedRow list={list} row={row} caption={`Return ${row.key}`} />
        <CardGrid>
          <FactsCard heading="Product Details" id="product-details" icon="package" facts={product} />
          <FactsCard heading="Return Reasons" id="return-reasons" icon="undo-2" facts={reasons} />
          <FactsCard heading="Contact Details" id="contact-details" icon="user-round" facts={contact} />
          {(!files.ok || files.value) && <DownloadCard files={files} retryTo={row.to ?? backTo} />}
        </CardGrid>
        <EnquiryButton {...enquiry} what="return" />
      </PageParts>
    </>
  );
}
