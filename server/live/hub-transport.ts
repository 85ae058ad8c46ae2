import { HttpClient, HttpError, HttpResponse, type HttpRequest } from "@microsoft/signalr";
import { WebSocket } from "ws";
import { hubAnswer } from "#app/limits.ts";
import { boundedFetch } from "#server/bounded-fetch.ts";

const ask = boundedFetch(hubAnswer);

/** Negotiates with the hub; the client's own reads an answer of any length, for ever. */
class NegotiationClient extends HttpClient {
  #cookies: { readonly origin: string; readonly text: string } | undefined;

  override async send({ url = "", method, headers }: HttpRequest): Promise<HttpResponse> {
    const answer = await ask(url, { method, headers });
    if (!answer.ok) throw new HttpError(answer.statusText, answer.status);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    this.#cookies = { origin: originOf(url), text: cookies.join("; ") };
    return new HttpResponse(answer.status, answer.statusText, await answer.text());
  }

  /** A hub of several servers knows by its cookie which of them negotiated. */
  override getCookieString(url: string): string {
    return this.#cookies?.origin === originOf(url) ? this.#cookies.text : "";
  }
}

/** The client asks for http and ws addresses of one host: both compare equal. */
function originOf(url: string): string {
  const { host, protocol } = new URL(url);
  return `${/^(https|wss):$/.test(protocol)} ${host}`;
}

const bounds = {
  maxPayload: hubAnswer.messageBytes,
  handshakeTimeout: hubAnswer.ms,
  closeTimeout: hubAnswer.ms,
  perMessageDeflate: false,
};

class BoundedSocket extends WebSocket {
  constructor(url: string, protocols?: string | string[], options?: object) {
    super(url, protocols, { ...options, ...bounds });
    // Messages in the same tick as `open` reach the client before it is connected, and it throws.
    this.once("open", () => {
      this.pause();
      setImmediate(() => this.resume());
    });
  }
}

/** What the client's connections are made with; its types leave the socket out. */
export const hubTransport = () => ({ httpClient: new NegotiationClient(), WebSocket: BoundedSocket });
