import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { whenMoved } from "#app/forms/asked-reload.ts";
import { listHref, readListState } from "#app/grid/define-list.ts";
import { Grid } from "#app/grid/grid.tsx";
import { loadList } from "#app/grid/load-list.ts";
import { paths } from "#app/paths.ts";
import { listAddresses } from "#app/portal-api/addresses.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { findLocations } from "./find-locations.ts";
import { locationList } from "./location-list.ts";
import { toLocationRow, type LocationRow } from "./location-row.ts";
import styles from "./locations.module.css";

/** A list that can't be loaded takes the form beside it along: only when somebody asked for it. */
export const shouldRevalidate = whenMoved;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireRole(args, "MyPortal Admin");
  const all = await api.call(listAddresses, {});
  const state = readListState(args.request.url, locationList);
  const list = await loadList(locationList, state, async (query) => findLocations(all, query));
  return { state: list.state, total: list.total, rows: list.items.map(toLocationRow) };
}

/** The list, with the form of its child route beside it, or in its place where there is no room for both. */
export default function ManageLocations() {
  const { state, total, rows } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const { id: selected } = useParams();
  const isAlone = pathname.replace(/\/$/, "") === paths.locations();
  return (
    <div className={styles.page}>
      <PageHeader
        title="Manage Locations"
        intro={isAlone && <p>Select a Location to update address information.</p>}
      />
      <div className={styles.columns} data-alone={isAlone}>
        <div className={styles.list}>
          <Grid
            list={locationList}
            state={state}
            total={total}
            noun="locations"
            caption="Locations of this account"
            empty="There are no locations yet."
            emptyIcon="map-pin"
            csvTo={paths.locationsCsv()}
            actions={
              <>
                {total > 0 && <PdfLink to={paths.locationsPdf() + listHref(locationList, state)} />}
                {isAlone && <AddLink search={search} />}
              </>
            }
            rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row, search, row.id === selected) }))}
          />
        </div>
        <Outlet />
      </div>
    </div>
  );
}

function PdfLink({ to }: { to: string }) {
  return (
    <ButtonLink to={to} icon="file-text" variant="quiet" reloadDocument download>
      Download PDF
    </ButtonLink>
  );
}

function AddLink({ search }: { search: string }) {
  return (
    <ButtonLink to={paths.locationNew() + search} variant="primary" icon="plus">
      Add New Location
    </ButtonLink>
  );
}

function cellsOf({ id, address, postCode, notes }: LocationRow, search: string, isSelected: boolean) {
  const to = paths.location(id) + search;
  return {
    address: (
      <a
        href={to}
        data-row-link=""
        className={styles.address}
        aria-current={isSelected ? "true" : undefined}
        data-keep-scroll
      >
        {address || "No address"}
      </a>
    ),
    postCode: postCode && <span className={styles.postCode}>{postCode}</span>,
    // Nothing at all where there is nothing, so that a card spares itself the line.
    notes: notes && <span className={styles.notes}>{notes}</span>,
    edit: (
      <a href={to} className={styles.edit} title="Edit" data-keep-scroll>
        <Icon name="pencil" size="small" />
        <span className="visually-hidden">Edit {address || "location"}</span>
      </a>
    ),
  };
}
