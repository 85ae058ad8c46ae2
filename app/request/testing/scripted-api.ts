import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface SeenCall {
  /** `GET Client/MyAccounts`, without its query. */
  readonly call: string;
  readonly query: URLSearchParams;
  readonly clientId: string | undefined;
  readonly token: string | undefined;
}

interface Scripted {
  readonly status: number;
  readonly body: unknown;
}

/** A portal API with answers from the test; it records the requests. */
export interface ScriptedApi {
  readonly url: string;
  readonly seen: SeenCall[];
  /** Answers every such call from now on; any other call gets a 500. */
  on(call: string, body: unknown, status?: number): void;
  close(): Promise<void>;
}

/** Starts a {@link ScriptedApi} on a free port of this machine. */
export async function startScriptedApi(): Promise<ScriptedApi> {
  const script = new Map<string, Scripted>();
  const seen: SeenCall[] = [];
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://api.example");
    const call = `${req.method} ${pathname.slice(1)}`;
    const { "x-client-id": clientId, authorization } = req.headers;
    const token = authorization?.replace("Bearer ", "");
    seen.push({ call, query: searchParams, clientId: clientId?.toString(), token });
    const { status, body } = script.get(call) ?? { status: 500, body: "unexpected call" };
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    on: (call, body, status = 200) => void script.set(call, { status, body }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
