import { expect, it } from "vitest";
import { startProvider } from "#provider/start.ts";
import { freePort } from "#server/testing/free-port.ts";

it("answers a request that arrives while it starts", async () => {
  const port = await freePort();
  const starting = startProvider({ port });
  let answer: Response | undefined;
  while (!answer) answer = await fetch(`http://127.0.0.1:${port}/scenarios`).catch(() => undefined);
  expect([200, 503]).toContain(answer.status);
  const provider = await starting;
  expect((await fetch(`${provider.url}/scenarios`)).status).toBe(200);
  await provider.close();
});
