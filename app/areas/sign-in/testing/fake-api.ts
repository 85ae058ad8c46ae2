import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A portal API that answers what it is told, and writes into a ledger what it was asked. */
export class FakeApi {
  readonly asked: string[] = [];
  accounts: unknown = [];
  status = 200;
  url = "";
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      const answer = request.url === "/Client/MyAccounts" ? this.accounts : null;
      response.writeHead(this.status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
