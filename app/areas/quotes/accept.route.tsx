import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type SerializeFrom,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { clean } from "#app/forms/cleaning.ts";
import { recordCompleted } from "#app/request/completed-actions.ts";
import { formFields, readForm, shortText, withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { RadioCards } from "#app/ui/choice.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { paths } from "#shared/paths.ts";
import { acceptView, loadOffer } from "./accept-view.server.ts";
import { offerFingerprint, recordAcceptance } from "./acceptances.server.ts";
import { backToQuotesButtons } from "./quote-parts.tsx";
import { findVersion } from "./quote-versions.server.ts";
import styles from "./quotes.module.css";

export const meta = pageTitle((data) => {
  const view = data as SerializeFrom<typeof loader> | undefined;
  return view?.isSent ? view.title : ["Ready to Accept", view?.row.name];
});

export async function loader(args: LoaderFunctionArgs) {
  return acceptView(args, await requireRole(args, "Quotes"));
}

const CHOOSE_VERSION = "Choose the version you're accepting, then press 'Update the email'.";
const OFFER_CHANGED =
  "This quote has changed since you opened this page. Please check it, and email us again if your email no longer matches it.";

const sentEmail = formFields(
  "303 to the thank-you page, or back to the form with the reason; 400 if there's no version",
  {
    /** The fingerprint of the offer that the page shows. */
    offer: shortText.optional(),
    version: shortText.optional(),
  },
);

/** Records that the person has sent the email. Redirects back if the quote has ended or changed since. */
export const action = withFormsForDocs([sentEmail], async (args: ActionFunctionArgs) => {
  const portal = await requireRole(args, "Quotes");
  const { offer, version } = await readForm(args, sentEmail, { sameAccountAs: portal });
  const { quote, versions, to, acceptance, isAccepted, isOpen, shown } = await loadOffer(args, portal);
  const { quoteId } = quote;
  const chosen = findVersion(quote, version);
  const what = chosen?.inSentence ?? "";
  // Pressing again gets the same answer.
  const isOver = !isOpen || (isAccepted && acceptance?.what !== what);
  if (isOver || offer !== shown) {
    const text = isOver ? "This quote can no longer be accepted." : OFFER_CHANGED;
    portal.session.flash({ tone: "warning", text });
    const { search } = new URL(args.request.url);
    return redirect(isOver ? paths.quote(quoteId) : paths.quoteAccept(quoteId) + search, 303);
  }
  if (!chosen && versions.length > 1) return data({ error: CHOOSE_VERSION }, 400);
  if (!isAccepted)
    await recordAcceptance(args, portal, { quoteId, offer: offerFingerprint(quote), what, to });
  await recordCompleted(portal, "quote accepted", quoteId);
  return redirect(paths.quoteAccepted(quoteId), 303);
});

export default function Accept() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (view.isSent)
    return (
      <DonePage
        title={view.title}
        fact={`Thank you. We'll confirm your order for quote ${view.id} when we get your email.`}
        next={view.sentText !== undefined && <p>{view.sentText}</p>}
        buttons={backToQuotesButtons}
      />
    );
  const { id, email, preparedBy, versions } = view;
  const errors = reply && [reply.error];
  return (
    <FormPage>
      <PageHeader title="Ready to Accept" back={{ to: paths.quote(id), label: `Quote ${id}` }} />
      {reply && <ErrorSummary items={[{ text: reply.error, href: "#version-0" }]} />}
      <Card heading={`Accept quote ${id} by email`} id="accept" icon="mail">
        <div className="stack">
          <ol className={styles.steps}>
            {versions.length > 1 && <li>Choose the version you&apos;re accepting.</li>}
            {email ? (
              <li>
                Write to {preparedBy && `${preparedBy} at `}
                <a href={email.href}>{email.to}</a> from your business address, or copy the email below. Add
                your position.
              </li>
            ) : (
              <li>Send us the email that appears below.</li>
            )}
            <li>Then press &apos;I&apos;ve sent the email&apos;. We&apos;ll confirm your order by email.</li>
          </ol>
          <EmailContentForm {...view} errors={errors} />
          {email && (
            <section className={styles.lines} aria-labelledby="email-heading">
              <div className={styles.heading}>
                <h3 id="email-heading">{email.subject}</h3>
                <CopyButton size="small" text={email.text} />
              </div>
              <pre className={styles.email}>{email.text}</pre>
            </section>
          )}
          <p className="muted">{view.validity}</p>
          <form method="post">
            <OwnerFields />
            <input type="hidden" name="offer" value={view.offer} />
            <input type="hidden" name="version" value={view.chosen} />
            <ButtonRow>
              <Button variant={email ? "primary" : "secondary"}>I&apos;ve sent the email</Button>
              <ButtonLink to={paths.quote(id)}>Not yet</ButtonLink>
            </ButtonRow>
          </form>
        </div>
      </Card>
    </FormPage>
  );
}

type EmailContent = Extract<SerializeFrom<typeof loader>, { isSent: false }> & { errors?: string[] };

/** A GET form, so that the email includes the answers without scripts and after a reload. With scripts, choosing a version sends it. */
function EmailContentForm({ versions, chosen, email, order, errors, ...view }: EmailContent) {
  const max = view.maxOrderNumberLength;
  return (
    <Form method="get" replace preventScrollReset className="stack">
      {versions.length > 1 && (
        <div onChange={({ currentTarget }) => currentTarget.closest("form")?.requestSubmit?.()}>
          <RadioCards
            id="version"
            label="Version"
            name="version"
            options={versions}
            defaultValue={chosen}
            errors={errors}
          />
        </div>
      )}
      <TextInput
        id="order"
        label="Purchase order number"
        name="order"
        defaultValue={order}
        limit={{ max, clean: clean.name }}
        errors={order.length > max ? [`Please use no more than ${max} characters.`] : undefined}
        width="medium"
        optional
      />
      <ButtonRow>
        <Button variant={email ? "secondary" : "primary"}>Update the email</Button>
      </ButtonRow>
      {/* Announces what choosing a version has changed. */}
      <p className="visually-hidden" role="status">
        {chosen && `The email below is for version ${chosen}.`}
      </p>
    </Form>
  );
}
