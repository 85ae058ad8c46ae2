import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paths } from "#shared/paths.ts";
import { safePath } from "./saved-url.ts";
import { isLong } from "../../tests/support/long.ts";

const foreignHosts = [
  "evil.example",
  "evil.example:80",
  "user@evil.example",
  "127.0.0.1",
  "[::1]",
  "localhost%2eevil.example",
];
const prefixes = [
  "//",
  "///",
  "////",
  "/\\",
  "\\/",
  "\\\\",
  "/\t/",
  "/\n/",
  "/\r\n/",
  "\t//",
  " //",
  "/ /",
  "http://",
  "https://",
  "HtTpS://",
  "http:/",
  "http:",
  "http:\\\\",
  "ftp://",
  "/%2f",
  "/%2F%2f",
  "/%5c",
  "/%5C/",
  "/%252f",
  "/%255c",
  "/.//",
  "/..//",
  "/%2e//",
  "/%2e%2e//",
  "/dashboard/..//",
  "/dashboard/%2e%2e//",
  "/dashboard/../\\",
  "/\u200b/",
  "/\u202e/",
  "/\u00a0/",
  "/\u0000/",
  "//\u3002",
  "/@",
  "@",
  "",
];
const foreignAddresses = prefixes.flatMap((prefix) => foreignHosts.map((host) => prefix + host));

const invalidPaths = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "/javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:x",
  "mailto:x@example.com",
  "dashboard",
  "./dashboard",
  "../dashboard",
  "?x",
  "#x",
  "",
  " ",
  "/dashboard\r\nSet-Cookie: a=b",
  "/dashboard%0d%0aSet-Cookie:%20a=b",
  "/dashboard%0aLocation:%20//evil.example",
  "/dashboard%00",
  "/dashboard%250d%250a",
  "/dashboard\u2028",
  "/dashboard\u0000",
  "/dashboard.data",
  "/_root.data",
  "/account/contacts.data?_routes=x",
  "/dashboard/%E0%A4%A",
  "/%",
  "/%zz",
  "/live",
  "/healthz",
  "/nothing-here",
  "/constructor",
  "/__proto__",
  "/assets/app.js",
  "/dashboard/%2e%2e/healthz",
  `/dashboard?${"x".repeat(2_000)}`,
];

describe("safePath", () => {
  it("is tested with more than 200 unsafe addresses", () => {
    expect(foreignAddresses.length + invalidPaths.length).toBeGreaterThan(200);
  });

  it.each([...foreignAddresses, ...invalidPaths])("refuses %j", (text) => {
    expect(safePath(text)).toBeUndefined();
  });

  it.each([[undefined], [null], [1], [{}], [["/dashboard"]], [new File([], "x")]])("refuses %o", (value) => {
    expect(safePath(value)).toBeUndefined();
  });

  it.each([
    paths.home(),
    paths.dashboard(),
    `${paths.dashboard()}?enableNotifications=true`,
    paths.contact("12"),
    `${paths.invoices()}?search=a%20b&sort=-date`,
    paths.makePayment(),
    paths.lineFaults(),
    paths.devicesShop(),
    paths.switchAccount(),
    paths.cookies(),
    "/products/quotes/1/sign",
    "/tickets?search=%2F%2Fevil.example",
  ])("keeps %s as it is", (path) => {
    expect(safePath(path)).toBe(path);
  });

  it("drops the fragment and resolves dots", () => {
    expect(safePath("/dashboard#//evil.example")).toBe("/dashboard");
    expect(safePath("/account/../dashboard")).toBe("/dashboard");
    expect(safePath("/dashboard/..")).toBe("/");
  });

  it("never returns an address of another site, for random combinations", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "%2f",
      "%5c",
      "%2e",
      "@",
      ":",
      "\t",
      "\n",
      "dashboard",
      "evil.example",
      "?",
      "#",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = safePath(pieces.join(""));
        if (path === undefined) return;
        const target = new URL(path, "https://portal.example");
        expect(target.origin).toBe("https://portal.example");
        expect(target.pathname + target.search).toBe(path);
      }),
      { numRuns: isLong ? 2_000 : 100 },
    );
  });
});
