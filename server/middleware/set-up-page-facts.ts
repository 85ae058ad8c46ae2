import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler } from "express";
import { pageOf, type PageFacts } from "#app/document/page-facts.ts";
import { forEachBuild, forNarrowed } from "./narrow-build.ts";

/** Finds what the page that a request is for says of itself, by the routes of the build. */
export function setUpPageFacts(build: () => Promise<ServerBuild>): RequestHandler {
  const current = forEachBuild(build, findFacts);
  return async (req, res, next) => {
    try {
      res.locals.factsAt = await current();
      res.locals.facts = res.locals.factsAt(req.path);
      next();
    } catch (error) {
      next(error);
    }
  };
}

/** The facts of the page at an address, found as Remix finds it: its data stand at the same with `.data` behind it. */
export function findFacts(build: ServerBuild): (address: string) => PageFacts {
  const pagesAt = forNarrowed(build, ({ routes }) =>
    Object.keys(routes).flatMap((id) => pageOf(routes, id) ?? []),
  );
  return (address) => {
    const [path = ""] = address.split("?");
    const found = matchRoutes(pagesAt(path), path.replace(/\.data$/, "").replace(/^\/_root$/, "/"));
    return found?.at(-1)?.route.facts ?? {};
  };
}
