import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import express, { type Request } from "express";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setUpBodyLimits, setUpBodyTime } from "./set-up-body-limits.ts";

const MINUTE = 60_000;
let server: ReturnType<express.Express["listen"]>;
/** Resolves when a request has come as far as this. */
let seen: Promise<void>;
/** The first request that is let through. */
let taken: Promise<Request>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const app = express();
  app.use(setUpBodyTime());
  seen = new Promise((resolve) => {
    app.use((_req, _res, next) => (resolve(), next()));
  });
  app.get("/", (_req, res) => void res.end("read"));
  app.use(setUpBodyLimits({ uploadFileMb: 1, uploadTotalMb: 1 }));
  taken = new Promise((resolve) => {
    app.use((req) => resolve(req));
  });
  server = app.listen(0);
  await once(server, "listening");
});

afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Begins a request whose body goes on. */
function begin(line: string, type: string, body: string) {
  const socket = connect((server.address() as AddressInfo).port);
  socket.on("error", () => undefined).resume();
  socket.write(`${line} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${body}`);
  return socket;
}

const multipart = "multipart/form-data; boundary=x";
const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';

it.each([
  ["that nobody reads", "GET /", "text/plain", "1"],
  ["of a refused post", "POST /", "text/plain", "1"],
  ["of a form", "POST /", "application/x-www-form-urlencoded", "a="],
  ["of fields before files", "POST /tickets/1/files", multipart, field],
])("a body %s ends within a minute", async (_, line, type, body) => {
  const socket = begin(line, type, body);
  await seen;
  await vi.advanceTimersByTimeAsync(MINUTE);
  await once(socket, "close");
  expect(socket.destroyed).toBe(true);
});

it("files may take longer", async () => {
  const file = '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\nfile';
  begin("POST /tickets/1/files", multipart, file);
  const req = await taken;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(req.destroyed).toBe(false);
});
