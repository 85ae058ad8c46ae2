import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCompleted } from "#app/request/completed-actions.ts";
import { requireAccount } from "#app/request/require.ts";
import { DonePage } from "#app/ui/done-page.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { checkState } from "./availability-check.server.ts";
import { AVAILABILITY_TITLE, availabilityTitle, CHECK_ANOTHER } from "./availability-page.tsx";

export const handle: PageFacts = { requiredParts: ["availability"] };
export const meta = availabilityTitle;

/** Redirects to the start unless a callback was requested for this check. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const check = new URL(args.request.url).searchParams.get("check") ?? "";
  await requireCompleted(portal, "availability callbacks", check, paths.availabilityChecker());
  const hasSites = (checkState.read(portal, check)?.sites ?? []).length > 0;
  return {
    salesPhone: args.context.config.salesPhone,
    checkAnotherUrl: paths.availabilityChecker(hasSites ? { check } : {}),
  };
}

export default function CallbackRequested() {
  const { salesPhone, checkAnotherUrl } = useLoaderData<typeof loader>();
  return (
    <DonePage
      title={AVAILABILITY_TITLE}
      fact="We will be in touch shortly"
      next={
        <p>
          Our sales team will call you within 48 hours. If you&apos;d rather not wait, call them on{" "}
          <PhoneLink number={salesPhone} /> and choose option 4.
        </p>
      }
      buttons={[{ to: checkAnotherUrl, label: CHECK_ANOTHER }]}
    />
  );
}
