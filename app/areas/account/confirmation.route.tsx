import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { takeMarketing } from "./marketing-news.server.ts";
import { MarketingNewsText } from "./marketing-news-text.tsx";
import { paths } from "../../paths.ts";
import { titled } from "../../request/page-title.ts";
import { requireAccount } from "../../request/require.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Confirmation } from "../../ui/confirmation.tsx";
import { FormPage } from "../../ui/form-layout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export const meta = titled("Saved");

/** What is said once must stay to be read while the page asks for its data again by itself. */
export const shouldRevalidate = () => false;

/** What there is to say about marketing is said once: reloading the page leaves it out. */
export async function loader(args: LoaderFunctionArgs) {
  const { session } = await requireAccount(args);
  return { marketing: await takeMarketing(session), helpDeskEmail: args.context.config.helpDeskEmail };
}

/** The success page of the account form (spec 1 §2). */
export default function AccountSaved() {
  const { marketing, helpDeskEmail } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Saved" />
      <Confirmation text="Your account has been updated successfully.">
        {marketing && <MarketingNewsText news={marketing} helpDeskEmail={helpDeskEmail} />}
        <ButtonLink to={paths.account()} variant="primary" icon="pencil">
          Edit Account
        </ButtonLink>
      </Confirmation>
    </FormPage>
  );
}
