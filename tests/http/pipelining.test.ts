import { once } from "node:events";
import { connect } from "node:net";
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
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  // A reset connection still holds what was answered before.
  socket.on("error", () => undefined);
  socket.write(requests.join(""));
  await once(socket, "close");
  return received.match(/^HTTP\/1\.1 \d+/gm) ?? [];
}

it("a few requests in one packet are answered in turn", async () => {
  expect(await pipelined(8)).toEqual(Array.from({ length: 8 }, () => "HTTP/1.1 200"));
});

it.each([9, 500])("a packet with %i closes its connection, and only that", async (count) => {
  expect(await pipelined(count)).toEqual([]);
  expect(world.portal.log.filter(({ msg }) => msg?.includes("too many unanswered")).length).toBeGreaterThan(
    0,
  );
  expect((await world.visitor().get("/login")).status).toBe(200);
});
