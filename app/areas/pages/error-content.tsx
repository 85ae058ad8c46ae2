import { useLocation } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import type { ErrorPage } from "#app/request/error-page.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import styles from "./error-content.module.css";

/** What an error page says under its heading: what happened, what to do next, the reference. */
export function ErrorContent({ page }: { page: ErrorPage }) {
  return (
    <div className={styles.content}>
      <p className={styles.message}>{page.message}</p>
      {page.subMessages.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <NextStep action={page.action} />
      {page.reference && (
        <p className={styles.reference}>
          Reference <strong>{page.reference}</strong>
        </p>
      )}
    </div>
  );
}

function NextStep({ action }: Pick<ErrorPage, "action">) {
  const { pathname, search } = useLocation();
  if (action === "logout") {
    return (
      <form method="post" action={paths.logout()}>
        <Button type="submit">Logout</Button>
      </form>
    );
  }
  return (
    <div className={styles.actions}>
      {/* The page itself: a plain reload, without sending a form again. */}
      {action !== "dashboard" && (
        <ButtonLink
          to={pathname + search}
          variant={action === "form" ? "primary" : "secondary"}
          reloadDocument
        >
          {action === "form" ? "Back to the form" : "Try again"}
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.dashboard()}
        variant={action === "dashboard" ? "primary" : "secondary"}
        reloadDocument
      >
        Go to the dashboard
      </ButtonLink>
    </div>
  );
}
