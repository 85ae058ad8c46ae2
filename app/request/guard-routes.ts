import type { ServerBuild } from "@remix-run/node";
import { toErrorPage, toPlainPage } from "./error-page.ts";
import { isProven, type RouteArgs } from "./proof.ts";

type Routes = ServerBuild["routes"];
type Module = Routes[string]["module"];
type Handler = (args: never) => unknown;

/**
 * Wraps every loader and action of the application: typed errors become pages, and the answer of one that did
 * not ask who is there is withheld. A route without a loader would be open to anyone: it stops the start.
 */
export function guardRoutes(routes: Routes): Routes {
  const entries = Object.entries(routes).map(([id, route]) => {
    if (!route.module.loader) throw new Error(`${id} has no loader, so nothing guards it`);
    return [id, { ...route, module: guardModule(id, route.module) }];
  });
  return Object.fromEntries(entries) as Routes;
}

function guardModule(id: string, module: Module): Module {
  // A route without a component (a file, an export) has nothing to draw an error in.
  const toThrown = module.default ? (thrown: unknown) => thrown : toPlainPage;
  return {
    ...module,
    loader: guardHandler(id, module.loader as Handler, toThrown),
    ...(module.action ? { action: guardHandler(id, module.action as Handler, toThrown) } : {}),
  } as Module;
}

function guardHandler(id: string, handler: Handler, toThrown: (thrown: unknown) => unknown) {
  return async (args: RouteArgs) => {
    try {
      const answer = await handler(args as never);
      if (!isProven(args)) throw new Error(`${id} answered without asking who is there`);
      return answer;
    } catch (thrown) {
      throw toThrown(await toErrorPage(thrown, args));
    }
  };
}
