import type { ReactNode } from "react";
import { pageTitle } from "#app/document/page-title.ts";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";

const TITLE = "FTTP Availability Checker";

export const availabilityTitle = pageTitle(TITLE);

export function AvailabilityPage({ intro, children }: { intro?: string; children: ReactNode }) {
  return (
    <FormPage>
      <PageHeader title={TITLE} intro={intro} />
      {children}
    </FormPage>
  );
}
