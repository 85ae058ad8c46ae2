import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AccountStatus } from "./account-status.tsx";
import { contactList } from "./contact-list.ts";
import { type ContactRow, toContactRow } from "./contact-row.ts";
import styles from "./contacts.module.css";
import { readListState } from "../../grid/define-list.ts";
import { Grid } from "../../grid/grid.tsx";
import { placeOf } from "../../grid/list-place.ts";
import { loadList } from "../../grid/load-list.ts";
import { paths } from "../../paths.ts";
import { listContacts } from "../../portal-api/contacts.ts";
import { titled } from "../../request/page-title.ts";
import { requireRole } from "../../request/require.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { IconLink } from "../../ui/icon-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export const meta = titled("Manage Contacts");

/** One page of the account's contacts, by the address; administrators only (spec 1 §6). */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireRole(args, "MyPortal Admin");
  const state = readListState(args.request.url, contactList);
  const list = await loadList(contactList, state, (query) => api.call(listContacts, { query }));
  const place = placeOf(contactList, list.state);
  const rows = list.items.map((item) => toContactRow(item, place));
  return { state: list.state, total: list.total, rows, place };
}

/** Manage Contacts (spec 1 §2). */
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
      <Link to={to} data-row-link="" className={styles.name}>
        {fullName || "No name"}
      </Link>
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
