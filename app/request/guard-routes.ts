import type { ServerBuild } from "@remix-run/node";
import { toErrorPage } from "./error-page.ts";
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
  return {
    ...module,
    loader: guardHandler(id, module.loader as Handler),
    ...(module.action ? { action: guardHandler(id, module.action as Handler) } : {}),
  } as Module;
}

function guardHandler(id: string, handler: Handler) {
  return async (args: RouteArgs) => {
    try {
      const answer = await handler(args as never);
      if (!isProven(args)) throw new Error(`${id} answered without asking who is there`);
      return answer;
    } catch (thrown) {
      throw await toErrorPage(thrown, args);
    }
  };
}
