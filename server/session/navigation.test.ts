import { describe, expect, it } from "vitest";
import { isNavigation } from "./navigation.ts";

function request(method: string, originalUrl: string, headers: Record<string, string>) {
  return { method, originalUrl, get: ((name: string) => headers[name]) as never };
}

const site = "https://portal.example";

describe("it is a navigation if a person", () => {
  it.each([
    ["opens a page", "GET", "/invoices", { "sec-fetch-mode": "navigate" }],
    ["opens a page in an old browser", "GET", "/invoices", { accept: "text/html,*/*" }],
    ["posts a form", "POST", "/contacts", {}],
    ["posts a form by script", "POST", "/contacts.data", { "sec-fetch-mode": "cors" }],
    ["follows a link by script", "GET", "/invoices.data", { referer: `${site}/contacts` }],
    ["goes to the next page of a list", "GET", "/invoices.data?page=2", { referer: `${site}/invoices` }],
    ["follows a link without a referrer", "GET", "/invoices.data", {}],
    ["goes to the start page", "GET", "/_root.data", { referer: `${site}/contacts` }],
  ])("%s", (_name, method, url, headers) => {
    expect(isNavigation(request(method, url, headers))).toBe(true);
  });
});

describe("it is no navigation if a page", () => {
  it.each([
    ["loads its data again", "/invoices.data?page=2", { referer: `${site}/invoices?page=2` }],
    ["loads a part of its data again", "/invoices.data?_routes=root", { referer: `${site}/invoices` }],
    ["loads the start page again", "/_root.data", { referer: `${site}/` }],
    ["prefetches", "/invoices.data", { referer: `${site}/contacts`, "sec-purpose": "prefetch" }],
    ["prefetches in an old browser", "/invoices", { purpose: "prefetch", "sec-fetch-mode": "navigate" }],
    ["streams events", "/live", { accept: "text/event-stream", "sec-fetch-mode": "cors" }],
    ["loads an image", "/feeds/image", { "sec-fetch-mode": "no-cors" }],
    ["has a malformed referrer", "/invoices", { referer: "::", "sec-fetch-mode": "cors" }],
  ])("%s", (_name, url, headers) => {
    expect(isNavigation(request("GET", url, headers))).toBe(false);
  });
});
