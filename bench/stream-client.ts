import { connect, type Socket } from "node:net";

/** An event stream as cheap as can be on this side: a socket, and a callback for what arrives. */
export interface OpenStream {
  close(): void;
}

/** Resolves when the head of a 200 has arrived; rejects on any other answer. `onText` gets all that follows. */
export function openStream(
  url: string,
  cookie: string,
  onText?: (text: string) => void,
): Promise<OpenStream> {
  const { hostname, port, host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname);
    let head: string | undefined = "";
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${pathname} closed: ${head?.slice(0, 80)}`)));
    socket.on("data", (chunk) => {
      if (head === undefined) return onText?.(chunk.toString());
      head += chunk.toString();
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy();
      onText?.(head.slice(end + 4));
      head = undefined;
      resolve({ close: () => socket.destroy() });
    });
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\nUser-Agent: Mozilla/5.0 (bench)\r\n\r\n`,
    );
  });
}
