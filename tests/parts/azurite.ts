import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { pipeline } from "node:stream/promises";
import {
  BlobServiceClient,
  ContainerSASPermissions,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
  type ContainerClient,
} from "@azure/storage-blob";
import { request, type Dispatcher } from "undici";
import { vi } from "vitest";
import { freePort } from "#server/testing/free-port.ts";

/** The account and key that Azurite documents. */
const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const containerName = "portal";

const require = createRequire(import.meta.url);
const main = require.resolve("azurite/dist/src/blob/main.js");
const forwardedHeaders = ["content-type", "content-length", "accept-encoding"];

/**
 * Azure's own emulator of block blobs behind a gateway such as a provider has: it hands the portal's calls on as they
 * are, but for a signature in place of the person's token.
 */
export class StorageBehindGateway {
  readonly files: ContainerClient;
  /** The emulator ends when this call comes, such as 'PUT blocklist'. */
  endsAt: string | undefined;
  readonly #emulator: ChildProcess;
  readonly #gateway: Server;
  readonly #signature: string;
  readonly #calls: string[] = [];

  private constructor(port: number) {
    this.#emulator = spawn(
      process.execPath,
      [
        main,
        "--blobPort",
        `${port}`,
        "--inMemoryPersistence",
        "--silent",
        "--disableTelemetry",
        "--skipApiVersionCheck",
      ],
      { stdio: "ignore" },
    );
    process.once("exit", () => this.#emulator.kill("SIGKILL"));
    const credential = new StorageSharedKeyCredential(account, key);
    const service = new BlobServiceClient(`http://127.0.0.1:${port}/${account}`, credential, {
      retryOptions: { maxTries: 1 },
    });
    this.files = service.getContainerClient(containerName);
    const permissions = ContainerSASPermissions.parse("rcwl");
    const expiresOn = new Date(Date.now() + 3_600_000);
    this.#signature = String(
      generateBlobSASQueryParameters({ containerName, permissions, expiresOn }, credential),
    );
    this.#gateway = createServer((req, res) => void this.#answer(req, res));
  }

  static async start(): Promise<StorageBehindGateway> {
    const storage = new StorageBehindGateway(await freePort());
    storage.#gateway.listen(await freePort(), "127.0.0.1");
    await once(storage.#gateway, "listening");
    return storage;
  }

  /** Waits until the emulator answers, which takes as long as the start of a portal. */
  async ready(): Promise<void> {
    await vi.waitFor(() => this.files.createIfNotExists(), { timeout: 30_000, interval: 100 });
  }

  /** The environment of a portal whose files lie here. */
  get settings(): Record<string, string> {
    const address = this.#gateway.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    return { FILES_URL: `${url}/files`, UPLOADS_URL: `${url}/uploads`, UPLOAD_RETRY_MS: "0" };
  }

  async #kill(): Promise<void> {
    if (this.#emulator.exitCode !== null || this.#emulator.signalCode !== null) return;
    this.#emulator.kill("SIGKILL");
    await once(this.#emulator, "exit");
  }

  /** The calls so far, such as 'PUT block'. */
  get calls(): readonly string[] {
    return this.#calls;
  }

  async close(): Promise<void> {
    await this.#kill();
    this.#gateway.closeAllConnections();
    await new Promise((resolve) => this.#gateway.close(resolve));
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams, search } = new URL(req.url ?? "", "http://gateway");
    const blob = blobOf(pathname);
    const call = `${req.method} ${searchParams.get("comp") ?? blob}`;
    this.#calls.push(call);
    try {
      if (call === this.endsAt) await this.#kill();
      if (req.method === "GET" && /^\d+\/Support_\d+$/.test(blob)) return await this.#list(blob, res);
      const sent = Object.entries(req.headers).filter(
        ([name]) => forwardedHeaders.includes(name) || name.startsWith("x-ms-"),
      );
      const reply = await request(
        `${this.files.url}/${blob}${search ? `${search}&` : "?"}${this.#signature}`,
        {
          method: (req.method ?? "GET") as Dispatcher.HttpMethod,
          headers: Object.fromEntries(sent) as Record<string, string>,
          body: req.method === "PUT" ? req : null,
        },
      );
      res.writeHead(reply.statusCode, reply.headers);
      await pipeline(reply.body, res);
    } catch {
      if (!res.headersSent) res.writeHead(502).end();
      else res.destroy();
    }
  }

  /** Answers the listing of a folder as JSON, as a gateway would. */
  async #list(folder: string, res: ServerResponse): Promise<void> {
    const File: object[] = [];
    for await (const { name, properties } of this.files.listBlobsFlat({ prefix: `${folder}/` }))
      File.push({
        Name: name.slice(folder.length + 1),
        Properties: { "Content-Length": properties.contentLength },
      });
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify({ EnumerationResults: { Entries: { File } } }));
  }
}

/** The name of the blob for an address: a ticket's uploads lie in the folder that its downloads come from. */
function blobOf(pathname: string): string {
  const [, service, ...parts] = pathname.split("/");
  if (service === "files") return parts.join("/");
  const [clientId, kind, id, , fileName] = parts;
  return `${clientId}/${kind}_${id}/${fileName}`;
}
