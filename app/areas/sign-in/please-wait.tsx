import { paths } from "#app/paths.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { refreshing } from "./refreshing.ts";
import { SignInPage } from "./sign-in-page.tsx";

/** How often the page has asked already. */
export interface Polls {
  readonly polls: number;
}

/** The address that a waiting page asks next. */
function waitPath({ polls }: Polls): string {
  return `${paths.loginWait()}?polls=${polls + 1}`;
}

/** The page's title, and how it asks again by itself without scripts. */
export const waitMeta = refreshing<Polls>("Please wait", waitPath);

/** Shown while a sign-in takes its time (spec 1 §2, Login). */
export function PleaseWait({ polls }: Polls) {
  return (
    <SignInPage title="Please wait">
      <Spinner label="You are being authenticated..." />
      <p>
        Nothing happening? <a href={waitPath({ polls })}>Continue</a>
      </p>
    </SignInPage>
  );
}
