import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { startWorld, world } from "../support/world.ts";

startWorld();

/** Sends all requests in one packet; returns the status lines until the connection ends. */
async function pipelined(count: number): Promise<string[]> {
  const { hostname, port, host } = new URL(world.portal.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const requests = Array.from({ length: count }, (_, index) => {
    const connection = index === count - 1 ? "close" : "keep-alive";
    return `GET /login HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`;
  });
  socket.write(requests.join(""));
  const received = await text(socket).catch(() => "");
  return received.match(/^HTTP\/1\.1 \d+/gm) ?? [];
}

it("a few requests in one packet are answered in turn", async () => {
  expect(await pipelined(8)).toEqual(Array.from({ length: 8 }, () => "HTTP/1.1 200"));
});

it("a packet with more than a browser sends closes its connection, and only that", async () => {
  expect(await pipelined(500)).toEqual([]);
  expect((await world.visitor().get("/login")).status).toBe(200);
});
