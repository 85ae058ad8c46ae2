import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { returnList } from "./return-list.server.ts";

export const meta = pageTitle("Returns");
export const loader = listLoader(returnList);

export default function Returns() {
  return <ListPage title="Returns" {...useLoaderData<typeof loader>()} />;
}
