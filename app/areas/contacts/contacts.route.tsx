import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { readListState } from "#app/grid/define-list.ts";
import { Grid } from "#app/grid/grid.tsx";
import { placeOf } from "#app/grid/list-place.ts";
import { loadList } from "#app/grid/load-list.ts";
import { paths } from "#app/paths.ts";
import { listContacts } from "#app/portal-api/contacts.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { AccountStatus } from "./account-status.tsx";
import { contactList } from "./contact-list.ts";
import { toContactRow, type ContactRow } from "./contact-row.ts";
import styles from "./contacts.module.css";

export const meta = titled("Manage Contacts");

/** A page of the account's contacts. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireRole(args, "MyPortal Admin");
  const state = readListState(args.request.url, contactList);
  const list = await loadList(contactList, state, (query) => api.call(listContacts, { query }));
  const place = placeOf(contactList, list.state);
  const rows = list.items.map((item) => toContactRow(item, place));
  return { state: list.state, total: list.total, rows, place };
}

/** Manage Contacts. */
export default function ManageContacts() {
  const { state, total, rows, place } = useLoaderData<typeof loader>();
  return (
    <div className={styles.list}>
      <PageHeader
        title="Manage Contacts"
        intro={<p>Select a contact to edit information and see Customer Portal permissions.</p>}
      />
      <Grid
        list={contactList}
        state={state}
        total={total}
        noun="contacts"
        caption="Contacts of this account"
        empty="There are no contacts yet."
        emptyIcon="users"
        csvTo={paths.contactsCsv()}
        actions={
          <ButtonLink to={paths.contactNew(place)} variant="primary" icon="user-plus">
            Add New Contact
          </ButtonLink>
        }
        rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row) }))}
      />
    </div>
  );
}

function cellsOf({ salutation, fullName, email, position, status, lastLogin, to }: ContactRow) {
  return {
    salutation,
    fullName: (
      <a href={to} data-row-link="" className={styles.name}>
        {fullName || "No name"}
      </a>
    ),
    email: <Email>{email}</Email>,
    position,
    status: <AccountStatus status={status} />,
    lastLogin,
    edit: (
      <IconLink
        to={to}
        icon="pencil"
        iconSize="small"
        size="small"
        title="Edit"
        label={`Edit ${fullName || "contact"}`}
      />
    ),
  };
}

function Email({ children }: { children: string }) {
  const at = children.indexOf("@");
  return (
    <span className={styles.email}>
      {children.slice(0, Math.max(at, 0))}
      <wbr />
      {children.slice(Math.max(at, 0))}
    </span>
  );
}
