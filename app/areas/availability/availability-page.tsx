import type { ReactNode } from "react";
import { pageTitle } from "#app/document/page-title.ts";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";

export const AVAILABILITY_TITLE = "FTTP Availability Checker";

export const availabilityTitle = pageTitle(AVAILABILITY_TITLE);

interface AvailabilityPageProps {
  intro?: string;
  checkAnotherUrl?: string;
  children: ReactNode;
}

export function AvailabilityPage({ intro, checkAnotherUrl, children }: AvailabilityPageProps) {
  return (
    <FormPage>
      <PageHeader
        title={AVAILABILITY_TITLE}
        intro={intro}
        back={
          checkAnotherUrl === undefined ? undefined : { to: checkAnotherUrl, label: "Check Another Address" }
        }
      />
      {children}
    </FormPage>
  );
}
