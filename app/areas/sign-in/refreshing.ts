import type { MetaFunction } from "@remix-run/node";
import { titled } from "../../request/page-title.ts";

export interface Refresh {
  readonly seconds: number;
  readonly to: string;
}

/** Title and refresh of a page that goes on by itself, scripts or not; no refresh where `next` gives none. */
export function refreshing<Data>(page: string, next: (data: Data) => Refresh | undefined): MetaFunction {
  return (args) => {
    const title = titled(page)(args) ?? [];
    const refresh = args.data === undefined ? undefined : next(args.data as Data);
    if (!refresh) return title;
    return [...title, { httpEquiv: "refresh", content: `${refresh.seconds}; url=${refresh.to}` }];
  };
}
