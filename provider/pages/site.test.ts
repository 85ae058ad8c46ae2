import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";

describe("the provider's public pages", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  test.each([
    ["/terms", "Terms &amp; Conditions"],
    ["/privacy", "Privacy Policy"],
    ["/complaints", "Complaints Procedure"],
    ["/blog", "Blog"],
  ])("%s is a page", async (path, heading) => {
    const reply = await fetch(provider.url + path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await reply.text()).replace(/\s+/g, " ")).toContain(`<h1>${heading}</h1>`);
  });

  test("an unknown page is a 404 page", async () => {
    const reply = await fetch(`${provider.url}/nowhere`);
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain("Page not found");
  });

  test("/ip answers the caller's address", async () => {
    await expect((await fetch(`${provider.url}/ip`)).json()).resolves.toEqual({ ip: "127.0.0.1" });
  });

  test("the user guide is a PDF", async () => {
    const reply = await fetch(`${provider.url}/user-guide.pdf`);
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
    expect((await extractText(pdf, { mergePages: true })).text).toContain("6. Signing out");
  });
});
