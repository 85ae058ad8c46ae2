import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { matchRoutes, parsePath } from "react-router-dom";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from "react-router-dom/server";

/** The HTML that the server would send for `element` on the page at `path`, without any loader's data. For tests only. */
export function render(element: ReactElement, path = "/"): string {
  const { dataRoutes } = createStaticHandler([{ id: "root", path: "*", element }]);
  const location = { pathname: "/", search: "", hash: "", state: null, key: "", ...parsePath(path) };
  const matches = matchRoutes(dataRoutes, path);
  const context = { location, matches, loaderData: {}, basename: "/" } as unknown as StaticHandlerContext;
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider {...{ router, context }} hydrate={false} />);
}
