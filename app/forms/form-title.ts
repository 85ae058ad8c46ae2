import type { MetaFunction } from "@remix-run/node";
import { titled } from "#app/document/page-title.ts";

/** As `titled`, with 'Error: ' before it when the page answers a refused form; the loader returns `form`. */
export function formTitled(page: Parameters<typeof titled>[0]): MetaFunction {
  return (args) => {
    const tags = titled(page)(args) ?? [];
    const view = (args.data as { form?: { refused?: boolean } } | undefined)?.form;
    if (!view?.refused) return tags;
    return tags.map((tag) => (tag && "title" in tag ? { title: `Error: ${String(tag.title)}` } : tag));
  };
}
