import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CopyLink } from "#app/areas/shell/copy-link.tsx";
import { EnquiryButton } from "#app/areas/tickets/enquiry-button.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { DownloadCard } from "#app/files/download-card.tsx";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { formFields, readForm, withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { CardGrid, PageParts } from "#app/ui/page-layout.tsx";
import { Renewal } from "./renewal.tsx";
import { Secret, useTemporaryValue } from "./secret.tsx";
import { subscriptionCells } from "./subscription-parts.tsx";
import {
  secretNames,
  showSecret,
  subscriptionView,
  type SubscriptionView,
} from "./subscription-view.server.ts";

export const meta = pageTitle((view) => titleOf((view as SubscriptionView | undefined)?.row.text.vendor));
const titleOf = (vendor = "") => `${vendor} Subscription`.trim();

export async function loader(args: LoaderFunctionArgs) {
  return subscriptionView(args, await requireRole(args, "Contracts"), args.params["id"] ?? "");
}

const shownSecret = formFields("200 with the secret", { show: z.enum(secretNames) });

/** Returns one secret, and only in the response to this post. */
export const action = withFormsForDocs([shownSecret], async (args: ActionFunctionArgs) => {
  const portal = await requireRole(args, "Contracts");
  const { show: name } = await readForm(args, shownSecret, { sameAccountAs: portal });
  return { name, lines: await showSecret(args, portal, args.params["id"] ?? "", name) };
});

export default function Subscription() {
  const { list, row, backTo, files, vendor, userId, hasSecret, renewal, enquiry } =
    useLoaderData<typeof loader>();
  const revealed = useTemporaryValue(useActionData<typeof action>());
  const secret = (name: (typeof secretNames)[number], label: string) =>
    hasSecret[name] && (
      <Secret
        {...{ name, label }}
        hideTo={row.to ?? backTo}
        lines={revealed?.name === name ? revealed.lines : undefined}
      />
    );
  return (
    <>
      <PageHeader
        title={titleOf(vendor)}
        back={{ to: backTo, label: "Back to Subscriptions" }}
        tool={<CopyLink />}
      />
      <PageParts>
        <SelectedRow list={list} row={row} caption={row.name} cells={subscriptionCells} />
        <CardGrid>
          <Card heading="Subscription Breakdown" id="subscription-breakdown" icon="lock">
            <DescriptionList
              items={[
                { term: "Vendor", detail: vendor },
                { term: "Username", detail: userId },
                { term: "Password", detail: secret("password", "password") || undefined },
                { term: "All Keycode Details", detail: secret("keycodes", "keycodes") || undefined },
              ]}
            />
          </Card>
          <DownloadCard files={files} retryTo={row.to ?? backTo} />
        </CardGrid>
        <div>
          <Renewal {...renewal} />
          <EnquiryButton {...enquiry} what="subscription" />
        </div>
      </PageParts>
    </>
  );
}
