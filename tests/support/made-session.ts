import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { createLog } from "#server/log.ts";
import type { PortalSession } from "#server/session/portal-session.ts";
import { createSessions } from "#server/session/sessions.ts";

/**
 * Makes sessions in the portal's own store, for people whom a sign-in would turn away: the guards must hold
 * for them all the same. Resolves with the value of the session cookie.
 */
export async function makeSession(
  store: string,
  secret: string,
  fill: (session: PortalSession) => Promise<void> | void,
): Promise<string> {
  const sessions = createSessions({
    store,
    secrets: [secret],
    secure: false,
    idleMinutes: 30,
    maxHours: 8,
    log: createLog("silent"),
  });
  const app = express();
  app.use(sessions.middleware());
  app.get("/", async (req, res) => {
    const session = sessions.sessionOf(req);
    await fill(session);
    await session.commit();
    res.end();
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const [cookie = ""] = reply.headers.getSetCookie().filter((line) => line.startsWith("session="));
    return cookie.slice("session=".length, cookie.indexOf(";"));
  } finally {
    await new Promise((resolve) => server.close(resolve));
    await sessions.close();
  }
}
