import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { paths } from "#shared/paths.ts";
import { failedView } from "./failed-view.server.ts";

export const meta = pageTitle("Line Checker Error");

export async function loader(args: LoaderFunctionArgs) {
  return failedView(args, await requireAccount(args));
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
