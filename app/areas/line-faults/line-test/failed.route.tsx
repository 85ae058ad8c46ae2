import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NOT_LINKED, SOMETHING_WENT_WRONG } from "#app/areas/line-faults/line-texts.ts";
import { isNotificationId } from "#app/areas/notifications/change-notification.server.ts";
import { FAILED_CHECK, payloadOf } from "#app/areas/notifications/notification-link.ts";
import { openNotification } from "#app/areas/notifications/opened-notification.server.ts";
import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { paths } from "#shared/paths.ts";
import { failedTestState } from "./begin-test.server.ts";

export const meta = pageTitle("Line Checker Error");

/** No check has this id. */
const NO_CHECK = "0";

/** Why the line test in a notification failed, or why this session couldn't begin one. Redirects to the form if neither happened. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const id = new URL(args.request.url).searchParams.get("notification");
  const failure =
    id === null
      ? { checkId: "", error: failedTestState.read(portal)?.error }
      : await notifiedFailure(args, portal, id);
  if (failure?.error === undefined) throw redirect(paths.lineFaults(), 303);
  return {
    text: failure.error || SOMETHING_WENT_WRONG,
    isNotLinked: failure.error === NOT_LINKED,
    support: await enquiryLink(args, portal, "line-test", failure.checkId),
  };
}

/** The failure in a notification, which this marks as read; undefined for other types. Throws PortalApiError. */
async function notifiedFailure(args: RouteArgs, portal: Portal, id: string) {
  if (!isNotificationId(id)) throw pageNotFound();
  const { notification } = await openNotification(args, portal, id);
  if (notification.type !== FAILED_CHECK) return undefined;
  const { id: checkId, error } = payloadOf(notification);
  // Without an id, it isn't this session's test either.
  return { checkId: checkId || NO_CHECK, error };
}

export default function LineCheckerError() {
  const { text, isNotLinked, support } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Something went wrong" />
      <Message tone="error">
        {isNotLinked ? (
          <p>
            It is not possible to run a line test on this number as we are unable to link it to your account.
            Please <a href={support.to}>click here</a> to raise a support ticket and a member of our faults
            team will contact you to provide assistance.
          </p>
        ) : (
          <p>{text}</p>
        )}
      </Message>
      <ButtonRow>
        <ButtonLink to={paths.lineFaults()} variant="primary">
          Perform Another Test
        </ButtonLink>
        <ButtonLink to={support.to} icon="life-buoy">
          Raise a support ticket
        </ButtonLink>
        {support.phone !== undefined && (
          <p>
            or call <PhoneLink number={support.phone} />
          </p>
        )}
      </ButtonRow>
    </FormPage>
  );
}
