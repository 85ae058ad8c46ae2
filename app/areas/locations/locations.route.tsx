import { Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { Grid } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { listQueryString } from "#app/grid/list-state.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import { locationList } from "./location-list.server.ts";
import styles from "./locations.module.css";

export const meta = pageTitle("Manage Locations");
export const loader = listLoader(locationList);

/** The list beside its child route's form; on narrow screens the form replaces the list. */
export default function ManageLocations() {
  const { view } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const { id: selected = "" } = useParams();
  const isListAlone = pathname.replace(/\/$/, "") === paths.locations();
  return (
    <div className={styles.page}>
      <PageHeader title="Manage Locations" intro="Select a Location to update address information." />
      <div className={styles.columns} data-alone={isListAlone}>
        <div className={styles.list}>
          <Grid
            view={view}
            selected={selected}
            cells={{
              postCode: ({ text }) =>
                text.postCode && <span className={styles.postCode}>{text.postCode}</span>,
              notes: ({ text }) => text.notes && <span className={styles.notes}>{text.notes}</span>,
            }}
            actions={
              <>
                {view.total > 0 && (
                  <ButtonLink
                    to={paths.locationsPdf() + listQueryString(view.list, view.state)}
                    icon="file-text"
                    variant="quiet"
                    reloadDocument
                    download
                  >
                    Download PDF
                  </ButtonLink>
                )}
                {isListAlone && (
                  <ButtonLink to={paths.locationNew() + search} variant="primary" icon="plus">
                    Add New Location
                  </ButtonLink>
                )}
              </>
            }
          />
        </div>
        <Outlet />
      </div>
    </div>
  );
}
