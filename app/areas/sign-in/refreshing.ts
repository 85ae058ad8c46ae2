import type { MetaFunction } from "@remix-run/node";
import { titled } from "#app/document/page-title.ts";

/** Title of a page that goes on to another at once, scripts or not; stays where `next` gives none. */
export function refreshing<Data>(page: string, next: (data: Data) => string | undefined): MetaFunction {
  return (args) => {
    const title = titled(page)(args) ?? [];
    const to = args.data === undefined ? undefined : next(args.data as Data);
    return to === undefined ? title : [...title, { httpEquiv: "refresh", content: `0; url=${to}` }];
  };
}
