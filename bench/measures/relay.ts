import { HttpTransportType, HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { median, type Measure } from "../measure.ts";
import { seedSessions } from "../seed-sessions.ts";
import type { Stage } from "../stage.ts";
import { openStream } from "../stream-client.ts";
import { hubPath } from "../upstream/hub.ts";

const MOST_MS = 2;
const EVENTS = 400;
const WARM_UP = 100;
const EVERY_MS = 15;

/** How much later an event reaches a browser's stream than a client that listens to the hub itself. */
export const relay: Measure = async (stage) => {
  const upstream = await stage.upstreamUrl();
  const sessionFile = stage.newSessionFile();
  const [cookie = ""] = await seedSessions(sessionFile, 1, 1);
  const portal = await stage.startPortal({ sessionFile });
  const direct = new Map<string, number>();
  const relayed = new Map<string, number>();
  const arrived = (into: Map<string, number>, id: string) => void into.set(id, performance.now());

  const connection = new HubConnectionBuilder()
    .withUrl(`${upstream}/api${hubPath}`, {
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => "bench",
    })
    .configureLogging(LogLevel.None)
    .build();
  connection.on("LineFaultCheck", (event: { lineFaultCheckId: string }) =>
    arrived(direct, event.lineFaultCheckId),
  );
  await connection.start();
  const stream = await openStream(`${portal.url}/live`, cookie, (text) => {
    for (const [, id] of text.matchAll(/"id":"(\w+)"/g)) arrived(relayed, id ?? "");
  });
  await bothListen(stage);
  for (let number = 0; number < WARM_UP + EVENTS; number += 1)
    await emit(stage, `e${number}`, number % 2 === 1);
  await pause(300);
  stream.close();
  await connection.stop();
  await stage.stop(portal);

  const later: number[] = [];
  for (let number = WARM_UP; number < WARM_UP + EVENTS; number += 1) {
    later.push((relayed.get(`e${number}`) ?? NaN) - (direct.get(`e${number}`) ?? NaN));
  }
  const lost = later.filter(Number.isNaN).length;
  const middle = median(later.filter((ms) => !Number.isNaN(ms)));
  const p99 = [...later].sort((a, b) => a - b)[Math.floor(later.length * 0.99)] ?? NaN;
  return [
    {
      what: "Relayed events, later than at a direct hub client",
      target: `≤ ${MOST_MS} ms (median)`,
      measured: `${middle.toFixed(2)} ms (p99 ${p99.toFixed(2)} ms, ${EVENTS} events, ${lost} lost)`,
      met: middle <= MOST_MS && lost === 0,
      figures: later,
    },
  ];
};

/** The relay's connection comes after the stream that it is for. */
async function bothListen(stage: Stage): Promise<void> {
  const deadline = Date.now() + 10_000;
  while ((await emit(stage, "greeting", false)) < 2) {
    if (Date.now() > deadline) throw new Error("The portal did not connect to the hub.");
  }
}

/** Resolves, with how many connections were told, after the time in which the event has arrived. */
async function emit(stage: Stage, id: string, reversed: boolean): Promise<number> {
  const query = new URLSearchParams({ id, ...(reversed ? { reversed: "" } : {}) });
  const response = await fetch(`${await stage.upstreamUrl()}/control/emit?${query}`);
  const { connections } = (await response.json()) as { connections: number };
  await pause(EVERY_MS);
  return connections;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
