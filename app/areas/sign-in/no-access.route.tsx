import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { openToAnyone } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { noAccessTexts, toNoAccessMode } from "./no-access-mode.ts";

export const handle: PageFacts = { scripts: false };
export const meta = pageTitle("Request Access");

export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const mode = toNoAccessMode(new URL(args.request.url).searchParams.get("mode"));
  return {
    ...noAccessTexts(mode),
    address: paths.noAccess(mode),
    helpEmail: args.context.config.helpDeskEmail,
    phone: args.context.config.helpDeskPhone,
  };
}

export default function NoAccess() {
  const { title, message, contactText, address, helpEmail, phone } = useLoaderData<typeof loader>();
  return (
    <PublicFrame title={title} address={address}>
      <Message tone="warning">{message}</Message>
      <p>
        {contactText} <a href={`mailto:${helpEmail}`}>{helpEmail}</a> or call <PhoneLink number={phone} />.
      </p>
      <ButtonLink to={paths.login()} reloadDocument>
        Back to the sign-in page
      </ButtonLink>
    </PublicFrame>
  );
}
