import { connect, type Socket } from "node:net";

/** An event stream as cheap as can be on this side: a socket. */
export interface OpenStream {
  close(): void;
}

/** Resolves when the head of a 200 has arrived; rejects on any other answer. */
export function openStream(url: string, cookie: string): Promise<OpenStream> {
  const { hostname, port, host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname);
    let head: string | undefined = "";
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${pathname} closed: ${head?.slice(0, 80)}`)));
    socket.on("data", (chunk) => {
      if (head === undefined) return;
      head += chunk.toString();
      if (!head.includes("\r\n\r\n")) return;
      if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy();
      head = undefined;
      resolve({ close: () => socket.destroy() });
    });
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\nUser-Agent: Mozilla/5.0 (bench)\r\n\r\n`,
    );
  });
}
