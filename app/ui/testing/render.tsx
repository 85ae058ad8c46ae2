import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";

/** The HTML that the server would send for `element` on the page at `path`. For tests only. */
export function render(element: ReactElement, path = "/"): string {
  return renderToStaticMarkup(<StaticRouter location={path}>{element}</StaticRouter>);
}
