import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import express, { type Request, type Response } from "express";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setUpBodyLimits, setUpBodyTimeout, setUpPostedForms } from "./set-up-body-limits.ts";

const MINUTE = 60_000;
let server: ReturnType<express.Express["listen"]>;
/** Resolves when a request has passed the first middleware. */
let arrived: Promise<void>;
/** The first request that passes all limits. */
let passed: Promise<{ readonly req: Request; readonly res: Response }>;
/** The state of the sender's session. */
let sender: "no session" | "session has ended" | "signed in";

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const app = express();
  app.use(setUpBodyTimeout());
  app.use((_req, res, next) => {
    res.locals.facts = { acceptsFiles: true };
    next();
  });
  arrived = new Promise((resolve) => {
    app.use((_req, _res, next) => (resolve(), next()));
  });
  app.get("/", (_req, res) => void res.end("read"));
  const limits = { uploadFileMb: 1, uploadTotalMb: 1 };
  app.use(setUpBodyLimits(limits));
  sender = "signed in";
  const sessionOf = () => ({ user: sender === "signed in" ? {} : undefined }) as never;
  app.use(setUpPostedForms(limits, { sessionOf, hasSessionCookie: () => sender !== "no session" }));
  passed = new Promise((resolve) => {
    app.use((req, res) => resolve({ req, res }));
  });
  server = app.listen(0);
  await once(server, "listening");
});

afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Begins a request whose body stays incomplete. */
function begin(line: string, type: string, body: string) {
  const socket = connect((server.address() as AddressInfo).port);
  socket.on("error", () => undefined).resume();
  socket.write(`${line} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${body}`);
  return socket;
}

const multipart = "multipart/form-data; boundary=x";
const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';

it.each([
  ["of a GET", "GET /", "text/plain", "1"],
  ["of a refused post", "POST /", "text/plain", "1"],
  ["of a form", "POST /", "application/x-www-form-urlencoded", "a="],
  ["of fields before files", "POST /tickets/1/files", multipart, field],
])("a connection with an incomplete body %s is closed after a minute", async (_, line, type, body) => {
  const socket = begin(line, type, body);
  await arrived;
  await vi.advanceTimersByTimeAsync(MINUTE);
  await once(socket, "close");
  expect(socket.destroyed).toBe(true);
});

const file = `${field}1\r\n--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nfile`;

it("files of a signed-in person may take longer, until the response has ended", async () => {
  const socket = begin("POST /tickets/1/files", multipart, file);
  const { req, res } = await passed;
  expect(res.locals.files).toBeDefined();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(req.destroyed).toBe(false);
  res.end("saved");
  await once(res, "finish");
  expect(req.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(MINUTE);
  await once(socket, "close");
});

it.each([
  ["no session", ""],
  ["session has ended", "a=1&f=a.txt"],
] as const)(
  "files of a person who isn't signed in (%s) have a minute and aren't passed on",
  async (session, body) => {
    sender = session;
    const socket = begin("POST /tickets/1/files", multipart, file);
    const { req, res } = await passed;
    expect([res.locals.files, res.locals.body?.toString()]).toEqual([undefined, body]);
    expect(req.get("content-type")).toBe("application/x-www-form-urlencoded");
    await vi.advanceTimersByTimeAsync(MINUTE);
    await once(socket, "close");
  },
);

it("a browser that sends nothing more counts as disconnected after a minute", async () => {
  const socket = begin("POST /tickets/1/files", multipart, file);
  const { res } = await passed;
  const read = (async () => {
    for await (const { body } of res.locals.files ?? []) for await (const _ of body);
  })();
  const failed = expect(read).rejects.toThrow("stopped sending");
  await vi.advanceTimersByTimeAsync(MINUTE);
  await failed;
  await once(socket, "close");
});
