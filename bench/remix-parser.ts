// An HTTP server that only parses uploads with Remix's multipart parser and memory handler, to compare with the
// portal's. It listens on a free loopback port and writes that port to standard output.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createReadableStreamFromReadable,
  unstable_createMemoryUploadHandler as memoryHandler,
  unstable_parseMultipartFormData as parseMultipart,
} from "@remix-run/node";

const MAX_BYTES = 64 * 1024 * 1024;

const server = createServer((req, res) => {
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": req.headers["content-type"] ?? "" },
    body: createReadableStreamFromReadable(req) as BodyInit,
    duplex: "half",
  } as RequestInit);
  parseMultipart(request, memoryHandler({ maxPartSize: MAX_BYTES })).then(
    () => res.writeHead(303, { location: "/" }).end(),
    () => res.writeHead(500).end(),
  );
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => server.close().closeAllConnections());
