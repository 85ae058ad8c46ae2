import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { LoadContext } from "#server/load-context.ts";
import { callerAddress } from "./caller-address.server.ts";

let service: Server;
let answer = "";
let status = 200;
let asked = 0;
let answerBy: ((response: ServerResponse) => void) | undefined;
beforeAll(async () => {
  service = createServer((_request, response) => {
    asked += 1;
    if (answerBy) return answerBy(response);
    response.writeHead(status).end(answer);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => service.close(resolve)));
beforeEach(() => {
  [answer, status, asked, answerBy] = ["", 200, 0, undefined];
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

const told = { data: expect.objectContaining({ message: "Unable to check your IP address." }) };

it("is the request's own; nobody else is asked", async () => {
  expect(await callerAddress(context("203.0.113.9"))).toBe("203.0.113.9");
  expect(asked).toBe(0);
});

it.each([
  ["198.51.100.7\n", "198.51.100.7"],
  ['{"ip":"2001:db8::1"}', "2001:db8::1"],
])("comes from the look-up where the request has none: %j", async (text, expected) => {
  answer = text;
  expect(await callerAddress(context(""))).toBe(expected);
});

it.each(["", "<html>", "{", '{"ip":7}', "{}", "not an address"])("is told missing for %j", async (text) => {
  answer = text;
  await expect(callerAddress(context(""))).rejects.toMatchObject(told);
});

it("is told missing where the look-up never ends, and little of it is read", async () => {
  let sent = 0;
  answerBy = (response) => {
    const more = () => {
      for (let room = true; room && !response.destroyed; sent += 65_536)
        room = response.write("1".repeat(65_536));
    };
    response.on("drain", more);
    more();
  };
  await expect(callerAddress(context(""))).rejects.toMatchObject(told);
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

it("is told missing with what is known of the money", async () => {
  const subMessages = (text: string) => ({ data: expect.objectContaining({ subMessages: [text] }) });
  await expect(callerAddress(context("", false))).rejects.toMatchObject(
    subMessages("A card payment needs it. Nothing was paid; please try again in a moment."),
  );
  await expect(callerAddress(context("", false), "Perhaps it was paid.")).rejects.toMatchObject(
    subMessages("A card payment needs it. Perhaps it was paid."),
  );
});

it("is told missing where the look-up fails, or there is none", async () => {
  [answer, status] = ["198.51.100.7", 500];
  await expect(callerAddress(context(""))).rejects.toMatchObject(told);
  await expect(callerAddress(context("", false))).rejects.toMatchObject(told);
});
