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
  ])("%s", async (path, heading) => {
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

  test("the caller's address", async () => {
    await expect((await fetch(`${provider.url}/ip`)).json()).resolves.toEqual({ ip: "127.0.0.1" });
  });

  test("the user guide is a PDF whose table points at its objects", async () => {
    const reply = await fetch(`${provider.url}/user-guide.pdf`);
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    const file = Buffer.from(await reply.arrayBuffer()).toString("latin1");
    const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    const offsets = [...file.slice(tableAt).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets).toHaveLength(8);
    for (const [index, offset] of offsets.entries()) {
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    }
    for (const [, length, content] of file.matchAll(/Length (\d+) >>\nstream\n([^]*?)\nendstream/g)) {
      expect(content).toHaveLength(Number(length));
    }
  });
});
