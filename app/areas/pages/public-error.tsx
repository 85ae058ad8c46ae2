import { OtherAccountPage } from "#app/areas/accounts/other-account-page.tsx";
import { ErrorContent } from "./error-content.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useErrorPage } from "./use-error-page.ts";

/** An error page without the shell. */
export function PublicError() {
  const page = useErrorPage();
  const title = "kind" in page ? "You have switched accounts" : page.heading;
  return (
    <PublicFrame title={title}>
      {"kind" in page ? <OtherAccountPage page={page} /> : <ErrorContent page={page} />}
    </PublicFrame>
  );
}
