import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { LoadContext } from "#server/load-context.ts";
import { findIpAddress, requireIpAddress } from "./client-ip.server.ts";

let service: Server;
let answer = "";
let status = 200;
let lookUps = 0;
let customAnswer: ((response: ServerResponse) => void) | undefined;
beforeAll(async () => {
  service = createServer((_request, response) => {
    lookUps += 1;
    if (customAnswer) return customAnswer(response);
    response.writeHead(status).end(answer);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => service.close(resolve)));
beforeEach(() => {
  [answer, status, lookUps, customAnswer] = ["", 200, 0, undefined];
});

function context(clientIp: string, configured = true): LoadContext {
  const { port } = service.address() as AddressInfo;
  return {
    clientIp,
    config: { ipLookupUrl: configured ? `http://127.0.0.1:${port}/` : undefined },
    log: { warn: () => undefined },
    requestId: "r1",
  } as unknown as LoadContext;
}

const errorPage = { data: expect.objectContaining({ message: "Unable to check your IP address." }) };

it("the client's IP address is that of the request, without a look-up", async () => {
  expect(await requireIpAddress(context("203.0.113.9"))).toBe("203.0.113.9");
  expect(lookUps).toBe(0);
});

it.each([
  ["198.51.100.7\n", "198.51.100.7"],
  ['{"ip":"2001:db8::1"}', "2001:db8::1"],
  ['{"ip":"::ffff:198.51.100.7"}', "198.51.100.7"],
])("the client's IP address is looked up if the request has none: %j", async (text, expected) => {
  answer = text;
  expect(await requireIpAddress(context(""))).toBe(expected);
});

it.each(["", "<html>", "{", '{"ip":7}', "{}", "not an address", "abc"])(
  "throws an error page if the look-up answers %j",
  async (text) => {
    answer = text;
    await expect(requireIpAddress(context(""))).rejects.toMatchObject(errorPage);
  },
);

it("throws an error page if the look-up's answer never ends, and reads only a little of it", async () => {
  let sent = 0;
  customAnswer = (response) => {
    const more = () => {
      for (let room = true; room && !response.destroyed; sent += 65_536)
        room = response.write("1".repeat(65_536));
    };
    response.on("drain", more);
    more();
  };
  await expect(requireIpAddress(context(""))).rejects.toMatchObject(errorPage);
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

it("prefers the request's own address to the one that is given, and that to what is looked up", async () => {
  answer = "198.51.100.7";
  expect([
    await findIpAddress(context("203.0.113.9"), "192.0.2.1"),
    await findIpAddress(context(""), "192.0.2.1"),
    await findIpAddress(context("")),
    await findIpAddress(context("", false)),
  ]).toEqual(["203.0.113.9", "192.0.2.1", "198.51.100.7", ""]);
  expect(lookUps).toBe(1);
});

it("throws an error page if the look-up fails or isn't configured", async () => {
  [answer, status] = ["198.51.100.7", 500];
  await expect(requireIpAddress(context(""))).rejects.toMatchObject(errorPage);
  await expect(requireIpAddress(context("", false))).rejects.toMatchObject(errorPage);
});
