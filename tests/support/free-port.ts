import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** The range is below the ports of outgoing connections, one of which could take a port before its server does. */
const LOWEST = 12_000;
const HIGHEST = 32_000;

/** Ports that this process has been given; their servers may not listen yet. */
const given = new Set<number>();

/** Finds a free port, another one each time. Another process could take it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
