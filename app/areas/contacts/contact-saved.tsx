import { listAt } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Confirmation } from "#app/ui/confirmation.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";

interface ContactSavedProps {
  heading: string;
  text: string;
  id: string | undefined;
  place: string | undefined;
}

/** The confirmation after saving a contact; reloading it saves nothing again. */
export function ContactSaved({ heading, text, id, place }: ContactSavedProps) {
  return (
    <FormPage>
      <PageHeader title={heading} />
      <Confirmation text={text}>
        <div className="cluster">
          {id !== undefined && (
            <ButtonLink to={paths.contact(id, place)} variant="primary" icon="pencil">
              Edit Contact
            </ButtonLink>
          )}
          <ButtonLink to={listAt(paths.contacts(), place)} icon="arrow-left">
            Back to Manage Contacts
          </ButtonLink>
        </div>
      </Confirmation>
    </FormPage>
  );
}
