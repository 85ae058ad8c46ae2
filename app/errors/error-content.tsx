import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./error-content.module.css";
import type { AnyErrorPage, ErrorPage } from "./error-page.ts";
import { OtherAccountPage, OtherPersonPage } from "./other-account-page.tsx";
import { SwitchAndOpen } from "./switch-and-open.tsx";
import { useReloadAfterCrash } from "./use-reload-after-crash.ts";

const unexpected: ErrorPage = {
  heading: "Something went wrong",
  message: "Please try again in a moment. If you sent a form, please check first whether it was saved.",
  action: "retry",
};

const notFound: ErrorPage = {
  heading: "Page Not Found",
  message: "We couldn't find what you requested.",
  action: "dashboard",
};

const notAllowed: ErrorPage = {
  heading: "You can't do that here",
  message: "You can't send a form to this page.",
  subMessages: ["Nothing was changed."],
  action: "dashboard",
};

/** What the error boundary shows. */
export function useErrorPage(): AnyErrorPage {
  const error = useRouteError();
  useReloadAfterCrash(error);
  if (!isRouteErrorResponse(error)) return unexpected;
  if (isPage(error.data)) return error.data;
  if (error.status === 405) return notAllowed;
  return error.status === 404 ? notFound : unexpected;
}

function isPage(data: unknown): data is AnyErrorPage {
  return typeof data === "object" && data !== null && "heading" in data;
}

export function ErrorContent({ page }: { page: AnyErrorPage }) {
  if ("kind" in page)
    return page.kind === "other-person" ? <OtherPersonPage page={page} /> : <OtherAccountPage page={page} />;
  return (
    <div className={styles.content}>
      <p className={styles.message}>{page.message}</p>
      {page.subMessages?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {page.helpDesk && (
        <p>
          You can call us on <PhoneLink number={page.helpDesk.phone} /> or email{" "}
          <a href={`mailto:${page.helpDesk.email}`}>{page.helpDesk.email}</a>.
        </p>
      )}
      {page.typed?.map(([label, text]) => (
        <section key={label}>
          <h2>{label}</h2>
          <p className={styles.typed}>{text}</p>
        </section>
      ))}
      {page.inOtherAccount && <SwitchAndOpen {...page.inOtherAccount} />}
      <NextStep {...page} />
      {page.reference && (
        <p className={styles.reference}>
          Reference <strong>{page.reference}</strong>
        </p>
      )}
    </div>
  );
}

function NextStep({ action, dashboardLabel }: ErrorPage) {
  const { pathname, search } = useLocation();
  if (action === "logout") {
    return (
      <form method="post" action={paths.logout()}>
        <Button>Logout</Button>
      </form>
    );
  }
  return (
    <div className={styles.actions}>
      {/* A link rather than a reload, which would send a form again. */}
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
        variant={action === "dashboard" && !dashboardLabel ? "primary" : "secondary"}
        reloadDocument
      >
        {dashboardLabel ?? "Go to the dashboard"}
      </ButtonLink>
    </div>
  );
}
