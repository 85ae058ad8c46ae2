import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import express from "express";
import { createLog } from "#server/log.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { createSessions } from "#server/session/sessions.ts";
import { listen } from "#server/testing/listen.ts";

const silent = createLog("silent");

type Fill = (session: PortalSession, index: number) => Promise<void> | void;

/** Creates a session in the portal's store without a sign-in, even for someone whom the sign-in would refuse. Resolves with the session cookie's value. */
export async function makeSession(store: string, secret: string, fill: Fill): Promise<string> {
  const [cookie = ""] = await makeSessions(store, secret, 1, fill);
  return cookie;
}

/** Creates several sessions, one after the other. */
export async function makeSessions(
  store: string,
  secret: string,
  count: number,
  fill: Fill,
): Promise<readonly string[]> {
  const sessions = await createSessions({
    store,
    secrets: [secret],
    secure: false,
    idleMinutes: 30,
    maxHours: 8,
    log: silent,
  });
  // It has its own connection, which may not be open yet.
  for (let tries = 1; !(await isReachable(sessions)); tries += 1) {
    if (tries === 100) throw new Error("The session store can't be reached.");
    await wait(100);
  }
  const app = express();
  app.use(sessions.middleware());
  app.get("/:index", (req, res, next) => {
    const session = sessions.sessionOf(req);
    const made = Promise.resolve(fill(session, Number(req.params.index))).then(() => session.commit());
    made.then(() => res.end(), next);
  });
  const server = createServer(app);
  const url = await listen(server);
  try {
    const cookies: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const reply = await fetch(`${url}/${index}`);
      if (!reply.ok) throw new Error(`The session isn't stored: ${await reply.text()}`);
      const [cookie = ""] = reply.headers.getSetCookie().filter((line) => line.startsWith("session="));
      cookies.push(cookie.slice("session=".length, cookie.indexOf(";")));
      await reply.arrayBuffer();
    }
    return cookies;
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await sessions.close();
  }
}

function isReachable(sessions: { ping(): Promise<void> }): Promise<boolean> {
  return sessions.ping().then(
    () => true,
    () => false,
  );
}
