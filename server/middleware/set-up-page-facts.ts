import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler } from "express";
import { pageOf, type PageFacts, type PageModule } from "#shared/page-facts.ts";
import { memoisePerBuild, memoisePerSegment } from "./memoise-build.ts";

/** Puts the requested page's facts into `res.locals`. */
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

/** Finds a page's facts by its address, as Remix matches it; a `.data` address has its page's facts. */
export function findFacts(build: ServerBuild): (address: string) => PageFacts {
  const pagesOf = ({ routes }: ServerBuild) => Object.keys(routes).flatMap((id) => pageOf(routes, id) ?? []);
  const fixed = fixedPages(pagesOf(build));
  const pagesAt = memoisePerSegment(build, pagesOf);
  return (address) => {
    const [path = ""] = address.split("?");
    const fixedFacts = fixed.get(path);
    if (fixedFacts) return fixedFacts;
    const matches = matchRoutes(pagesAt(path), path.replace(/\.data$/, "").replace(/^\/_root$/, "/"));
    return matches?.at(-1)?.route.facts ?? {};
  };
}

/** Pages without parameters, if no other route matches better: menus ask for many of them, and Remix takes 0.1 ms to match one. */
function fixedPages(pages: readonly PageModule[]): ReadonlyMap<string, PageFacts> {
  const fixed = pages.filter(({ path }) => /^[a-z/-]+$/.test(path));
  return new Map(fixed.map(({ path, facts }) => [path, facts]));
}
