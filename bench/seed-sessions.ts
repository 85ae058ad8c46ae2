import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import { createSessions } from "#server/session/sessions.ts";
import { sessionSecret } from "./stage.ts";
import { clientId } from "./upstream/answers.ts";

const LIFE_MS = 8 * 3_600_000;

/**
 * Makes signed-in sessions in a store's file by the portal's own session code, without the sign-in pages.
 * Resolves with their `Cookie` headers. `users` is how many different people they belong to, in turn.
 */
export async function seedSessions(file: string, count: number, users: number): Promise<string[]> {
  const log = pino({ level: "silent" });
  const sessions = createSessions({
    store: `sqlite:${file}`,
    secrets: [sessionSecret],
    secure: false,
    idleMinutes: 60,
    maxHours: 8,
    log,
  });
  const app = express();
  app.use(sessions.middleware());
  app.get("/:user", async (request, response) => {
    const session = sessions.sessionOf(request);
    await session.signIn(identityOf(request.params.user));
    session.selectAccount({ clientId, name: "Marsh & Co" });
    await session.commit();
    response.end();
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const cookies: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/${index % users}`);
    await response.arrayBuffer();
    cookies.push(
      response.headers
        .getSetCookie()
        .map((line) => line.split(";")[0] ?? "")
        .join("; "),
    );
  }
  server.closeAllConnections();
  server.close();
  await sessions.close();
  return cookies;
}

/** Tokens are never verified again once a session holds them. */
function identityOf(id: string) {
  const user = {
    id: `user-${id}`,
    firstName: "Beth",
    lastName: "Marsh",
    fullName: "Beth Marsh",
    email: "beth.marsh@bench.example",
    b2c: true,
    roles: [`${clientId}-Support`],
  };
  const expiresAt = Date.now() + LIFE_MS;
  return {
    user,
    tokens: {
      identityToken: `bench.${id}`,
      refreshToken: undefined,
      expiresAt,
      issuedBy: "customer" as const,
    },
  };
}
