import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

// Caching compiled code saves a third of each start.
const NODE_COMPILE_CACHE = fileURLToPath(new URL("../node_modules/.cache/provider", import.meta.url));

function run(
  script: string,
  args: readonly string[] = [],
  env: object = {},
  channel: "ipc" | "ignore" = "ignore",
) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { NODE_ENV: "test", PROVIDER_PORT: "0", PROVIDER_DATA: ":memory:", NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe", channel],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function outcome(child: ChildProcess) {
  const ended = Promise.all([text(child.stdout!), text(child.stderr!), once(child, "close")]);
  const [out, faults, [code]] = await ended;
  return { out, faults, code: code as number };
}

test("announces its address, accepts events, keeps its port and runs on after signals to its parent, until that ends", async () => {
  const child = run("main.ts", [], {}, "ipc");
  const [{ ready, url }] = (await once(child, "message")) as [{ ready: true; url: string }];
  expect(ready).toBe(true);
  child.kill("SIGINT");
  child.kill("SIGTERM");
  expect((await fetch(`${url}/customer/.well-known/openid-configuration`)).status).toBe(200);
  const second = outcome(run("main.ts", [], { PROVIDER_PORT: new URL(url).port }));
  const raise = (...words: string[]) => outcome(run("event.ts", words, { PROVIDER_URL: url }));
  expect(await raise("line-check", "--client", "1003")).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /Sent notification \d+\. Live connections that got it: 0\.\nNo portal is connected to this hub/,
    ) as string,
  });
  expect(await raise("earthquake")).toMatchObject({
    code: 1,
    faults: expect.stringContaining("kind") as string,
  });
  expect(await raise()).toMatchObject({ code: 64 });
  expect(await second).toMatchObject({
    code: 1,
    faults: expect.stringMatching(/^The embedded provider cannot start: listen EADDRINUSE.*\n$/) as string,
  });

  const asJson = { method: "POST", headers: { "content-type": "application/json" } };
  await fetch(`${url}/control/faults`, { ...asJson, body: '{"kind":"hang","path":"/ip"}' });
  const hanging = fetch(`${url}/ip`).catch(() => "cut off");
  expect((await fetch(`${url}/customer/.well-known/openid-configuration`)).status).toBe(200);
  const exit = once(child, "exit");
  child.disconnect();
  expect(await exit).toEqual([0, null]);
  expect(await hanging).toBe("cut off");
  expect(await raise("line-check")).toMatchObject({
    code: 1,
    faults: expect.stringContaining("Is the provider running?") as string,
  });
});

test("passes its events on to a hub in front, and says who heard them there or why nobody did", async () => {
  const heard: unknown[] = [];
  const front = createServer(async (request, response) => {
    heard.push([request.url, request.headers["ocp-apim-subscription-key"], await text(request)]);
    response.end('{"listeners":2}');
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const eventsUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}/api/Events`;
  const child = run("main.ts", [], { PROVIDER_EVENTS_URL: eventsUrl, PORTAL_API_KEY: "a-key" }, "ipc");
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const raise = (kind = "line-check") => outcome(run("event.ts", [kind], { PROVIDER_URL: url }));
  expect(await raise()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/got it: 2\.\n$/) as string,
  });
  expect(heard).toEqual([
    ["/api/Events/LineFaultCheck/1001", "a-key", expect.stringMatching(/^{"lineFaultCheckId":"[^"]+"}$/)],
  ]);
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  expect(await raise()).toMatchObject({
    code: 1,
    faults: expect.stringContaining("Couldn't pass it on to the hub in front") as string,
  });
  expect(await raise("notification")).toMatchObject({ code: 0 });
});

test.each(["SIGTERM", "SIGINT"] as const)("on its own stops on %s", async (signal) => {
  const child = run("main.ts");
  await once(child.stdout!, "data");
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([0, null]);
});
