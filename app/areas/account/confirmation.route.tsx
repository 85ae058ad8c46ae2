import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import styles from "./account.module.css";
import { takeMarketing } from "./marketing-news.server.ts";
import { MarketingNewsText } from "./marketing-news-text.tsx";
import { paths } from "../../paths.ts";
import { titled } from "../../request/page-title.ts";
import { requireAccount } from "../../request/require.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export const meta = titled("Saved");

/** What is said once must stay to be read while the page asks for its data again by itself. */
export const shouldRevalidate = () => false;

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await requireAccount(args);
  return { marketing: await takeMarketing(session), helpDeskEmail: args.context.config.helpDeskEmail };
}

/** The success page of the account form (spec 1 §2). */
export default function AccountSaved() {
  const { marketing, helpDeskEmail } = useLoaderData<typeof loader>();
  return (
    <div className={styles.page}>
      <PageHeader title="Saved" />
      <div className={styles.saved}>
        <span className={styles.savedIcon}>
          <Icon name="circle-check" />
        </span>
        <p className={styles.savedText}>Your account has been updated successfully.</p>
        {marketing && <MarketingNewsText news={marketing} helpDeskEmail={helpDeskEmail} />}
        <ButtonLink to={paths.account()} variant="primary" icon="pencil">
          Edit Account
        </ButtonLink>
      </div>
    </div>
  );
}
