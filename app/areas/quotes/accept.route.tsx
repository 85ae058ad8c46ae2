import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { paths } from "#app/paths.ts";
import { recordCompleted } from "#app/request/done-here.ts";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { requireRole } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { acceptView, offerFingerprint } from "./accept-view.server.ts";
import { isAcceptable, loadQuote } from "./quote-view.server.ts";
import styles from "./quotes.module.css";

export const meta = pageTitle("Ready to Accept");

export async function loader(args: LoaderFunctionArgs) {
  return acceptView(args, await requireRole(args, "Quotes"));
}

/** Hidden field for the fingerprint of the offer that the page shows. */
const OFFER_FIELD = "offer";
const OFFER_CHANGED =
  "This quote has changed since this page was opened. Please check it, and write to us again where your email says otherwise.";

/** Records that the user has sent the email. A quote that has ended meanwhile redirects to its breakdown. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "Quotes");
  const body = await args.request.formData();
  requireSameAccount(portal, body, args.request);
  const { quote } = await loadQuote(args, portal);
  const { quoteId } = quote;
  if (!isAcceptable(quote, args.context.services.now())) {
    portal.session.flash({ tone: "warning", text: "This quote can no longer be accepted." });
    return redirect(paths.quote(quoteId), 303);
  }
  if (body.get(OFFER_FIELD) !== offerFingerprint(quote)) {
    portal.session.flash({ tone: "warning", text: OFFER_CHANGED });
    return redirect(paths.quoteAccept(quoteId), 303);
  }
  await recordCompleted(portal, "quote accepted", quoteId);
  return redirect(paths.quoteAccepted(quoteId), 303);
}

export default function Accept() {
  const { id, sent, email, mailTo, preparedBy, end, totals, offer, account } = useLoaderData<typeof loader>();
  if (sent)
    return (
      <DonePage
        title="Ready to Accept"
        fact={`Thank you. We confirm your order of quote ${id} once your email is here.`}
        buttons={
          <ButtonLink to={paths.quotes()} variant="primary">
            Back to Quotes
          </ButtonLink>
        }
      />
    );
  return (
    <FormPage>
      <PageHeader title="Ready to Accept" back={{ to: paths.quote(id), label: `Quote ${id}` }} />
      <Card heading={`Accept quote ${id} by email`} id="accept" icon="mail">
        <div className="stack">
          <ol className={styles.steps}>
            <li>
              Write to {preparedBy && `${preparedBy} at `}
              <a href={mailTo}>{email}</a> from your business address.
            </li>
            <li>
              Say that you accept quote {id}
              {totals.length > 1 ? ", and which version of it:" : "."}
              {totals.length > 1 && (
                <ul>
                  {totals.map(({ label, total }) => (
                    <li key={label}>
                      {label}, {total}
                    </li>
                  ))}
                </ul>
              )}
            </li>
            <li>Give your name, your position and your purchase order number, if you use them.</li>
            <li>Then press the button below. We confirm your order by email.</li>
          </ol>
          <p className="muted">This quote is valid through {end}.</p>
          <form method="post">
            <input type="hidden" name={ACCOUNT_FIELD} value={account} />
            <input type="hidden" name={OFFER_FIELD} value={offer} />
            <ButtonRow>
              <Button variant="primary">I have sent the email</Button>
              <ButtonLink to={paths.quote(id)}>Not yet</ButtonLink>
            </ButtonRow>
          </form>
        </div>
      </Card>
    </FormPage>
  );
}
