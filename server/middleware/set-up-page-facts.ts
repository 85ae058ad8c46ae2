import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler } from "express";
import { pageOf, type PageFacts } from "#app/document/page-facts.ts";
import { memoisePerBuild, memoisePerSegment } from "./narrow-build.ts";

/** Puts the facts of the requested page into `res.locals`. */
export function setUpPageFacts(build: () => Promise<ServerBuild>): RequestHandler {
  const current = memoisePerBuild(build, findFacts);
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

/** Finds a page's facts by its address, as Remix matches it; a `.data` address has the facts of its page. */
export function findFacts(build: ServerBuild): (address: string) => PageFacts {
  const pagesAt = memoisePerSegment(build, ({ routes }) =>
    Object.keys(routes).flatMap((id) => pageOf(routes, id) ?? []),
  );
  return (address) => {
    const [path = ""] = address.split("?");
    const found = matchRoutes(pagesAt(path), path.replace(/\.data$/, "").replace(/^\/_root$/, "/"));
    return found?.at(-1)?.route.facts ?? {};
  };
}
