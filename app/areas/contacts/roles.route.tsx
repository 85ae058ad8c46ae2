import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listPlaceOf } from "#app/grid/list-state.ts";
import { requireRole } from "#app/request/require.ts";
import { Button } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { loadRolesView } from "./roles-view.server.ts";

export const handle: PageFacts = { rateLimit: "searches" };
export const meta = pageTitle("Who can do what");

export async function loader(args: LoaderFunctionArgs) {
  return loadRolesView(args, await requireRole(args, "MyPortal Admin"));
}

export default function WhoCanDoWhat() {
  const { view, roleColumns, loadLabel, note } = useLoaderData<typeof loader>();
  const place = listPlaceOf(view.list, view.state);
  const cells = roleColumns.map(({ key, label }) => [
    key,
    ({ key: id, name, rowData }: (typeof view.rows)[number], shown: ReactNode) =>
      rowData[key] ? (
        <>
          {shown}{" "}
          <a className="no-print" href={paths.removeRole(id, rowData[key], place)}>
            Take away<span className="visually-hidden">: {`${label} from ${name}`}</span>
          </a>
        </>
      ) : (
        shown
      ),
  ]);
  return (
    <ListPage
      title="Who can do what"
      intro="Everyone who's signed in can also test lines and check FTTP availability."
      back={{ to: paths.contacts(), label: "Back to Manage Contacts" }}
      view={view}
      cells={Object.fromEntries(cells)}
    >
      {note && <Message tone="warning">{note}</Message>}
      {loadLabel && (
        <Form className="stack">
          <input type="hidden" name="read" value="1" />
          <Button>{loadLabel}</Button>
        </Form>
      )}
    </ListPage>
  );
}
