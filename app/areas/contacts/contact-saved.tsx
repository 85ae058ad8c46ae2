import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Confirmation } from "../../ui/confirmation.tsx";
import { FormPage } from "../../ui/form-layout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

interface ContactSavedProps {
  heading: string;
  text: string;
  /** The contact, where its number is known. */
  id: string | undefined;
}

/** The confirmation after saving a contact (spec 1 §2): reloading it saves nothing again. */
export function ContactSaved({ heading, text, id }: ContactSavedProps) {
  return (
    <FormPage>
      <PageHeader title={heading} />
      <Confirmation text={text}>
        <div className="cluster">
          {id !== undefined && (
            <ButtonLink to={paths.contact(id)} variant="primary" icon="pencil">
              Edit Contact
            </ButtonLink>
          )}
          <ButtonLink to={paths.contacts()} icon="arrow-left">
            Back to Manage Contacts
          </ButtonLink>
        </div>
      </Confirmation>
    </FormPage>
  );
}
