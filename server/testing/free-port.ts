import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** The range is below the ports of outgoing connections, one of which could take a port before its server does. */
const LOWEST = 12_000;
const HIGHEST = 32_000;

/** Finds a free port that no other test process is given, even if its server doesn't listen yet. */
export async function freePort(): Promise<number> {
  for (let left = 100; left > 0; left -= 1) {
    const port = randomInt(LOWEST, HIGHEST);
    // UDP, which no server uses: other processes see by it that the port is taken, as long as this one runs.
    const sign = createSocket("udp4").unref();
    const server = createServer();
    try {
      await once(sign.bind(port), "listening");
      await once(server.listen(port), "listening");
      server.close();
      return port;
    } catch {
      sign.close();
    }
  }
  throw new Error("No port is free.");
}
