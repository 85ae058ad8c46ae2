import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { requireCompleted } from "#app/request/completed-actions.ts";
import { requireAccount } from "#app/request/require.ts";
import { BeforeAfter } from "#app/ui/before-after.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { paths } from "#shared/paths.ts";
import { savedAccount } from "./account-editor.server.ts";
import { accountForm, BILLING_DELAY_TEXT } from "./account-form.ts";
import type { MarketingChange } from "./marketing.ts";

export const meta = pageTitle("Saved");

/** The loader returns the marketing change only once, so reloading would hide it. */
export const shouldRevalidate = () => false;

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  // Without an id, because people only save their own contact here.
  await requireCompleted(portal, "account saved", "", paths.account());
  const { changes = [], marketing } = savedAccount.read(portal) ?? {};
  savedAccount.save(portal, { changes });
  return {
    changes,
    hasNewBilling: changes.some(({ term }) => term === accountForm.fields.isPaperBilling),
    marketing,
    helpDeskEmail: args.context.config.helpDeskEmail,
  };
}

export default function AccountSaved() {
  const { changes, hasNewBilling, marketing, helpDeskEmail } = useLoaderData<typeof loader>();
  return (
    <DonePage
      title="Saved"
      fact="Your account has been updated successfully."
      next={
        <>
          {hasNewBilling && <p>{BILLING_DELAY_TEXT}</p>}
          {marketing && <MarketingChangeText change={marketing} helpDeskEmail={helpDeskEmail} />}
        </>
      }
      buttons={[{ to: paths.account(), label: "Edit Account" }]}
    >
      <BeforeAfter changes={changes} before="Before" after="Now" />
    </DonePage>
  );
}

function MarketingChangeText({ change, helpDeskEmail }: { change: MarketingChange; helpDeskEmail: string }) {
  return (
    <div className="stack-tight">
      <p>
        {change === "updated"
          ? "Thank you for updating your contact information and preferences."
          : "We've stopped sending you marketing emails, so you won't get any offers or newsletters."}
      </p>
      <p>
        We&apos;ll still send operational updates to the account&apos;s primary email address.
        {change === "unsubscribed" && (
          <>
            {" "}
            If you have a question about this, please <a href={`mailto:${helpDeskEmail}`}>contact us</a>.
          </>
        )}
      </p>
    </div>
  );
}
