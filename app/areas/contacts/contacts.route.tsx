import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { listPlaceOf } from "#app/grid/list-state.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { paths } from "#shared/paths.ts";
import { contactList } from "./contact-list.server.ts";
import styles from "./contacts.module.css";

export const meta = pageTitle("Manage Contacts");
export const loader = listLoader(contactList);

export default function ManageContacts() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <div className={styles.list}>
      <ListPage
        title="Manage Contacts"
        intro="Select a contact to edit information and see Customer Portal permissions."
        view={view}
        cells={{ email: ({ text }) => <Email>{text.email}</Email> }}
        actions={
          <>
            <ButtonLink to={paths.contactRoles()} icon="shield-check">
              Who can do what
            </ButtonLink>
            <ButtonLink
              to={paths.contactNew(listPlaceOf(view.list, view.state))}
              variant="primary"
              icon="user-plus"
            >
              Add New Contact
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}

function Email({ children }: { children: string }) {
  const atSignIndex = Math.max(children.indexOf("@"), 0);
  return (
    <span className={styles.email}>
      {children.slice(0, atSignIndex)}
      <wbr />
      {children.slice(atSignIndex)}
    </span>
  );
}
