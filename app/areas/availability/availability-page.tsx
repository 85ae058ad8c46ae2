import type { ComponentProps, PropsWithChildren } from "react";
import { pageTitle } from "#app/document/page-title.ts";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";

export const AVAILABILITY_TITLE = "FTTP Availability Checker";

export const availabilityTitle = pageTitle(AVAILABILITY_TITLE);

export const CHECK_ANOTHER = "Check Another Address";

type HeaderProps = Pick<ComponentProps<typeof PageHeader>, "intro" | "back">;

export function AvailabilityPage({ children, ...header }: PropsWithChildren<HeaderProps>) {
  return (
    <FormPage>
      <PageHeader title={AVAILABILITY_TITLE} {...header} />
      {children}
    </FormPage>
  );
}
