import { HttpClient, HttpError, HttpResponse, type HttpRequest } from "@microsoft/signalr";
import { WebSocket } from "ws";
import { createBoundedFetch } from "#server/bounded-fetch.ts";
import { hubLimits } from "#shared/limits.ts";

const hubFetch = createBoundedFetch(hubLimits);

/** Negotiates with the hub. The library's own client doesn't limit time and length. */
class NegotiationClient extends HttpClient {
  #cookies: { readonly origin: string; readonly text: string } | undefined;

  override async send({ url = "", method, headers }: HttpRequest): Promise<HttpResponse> {
    const answer = await hubFetch(url, { method, headers });
    if (!answer.ok) throw new HttpError(answer.statusText, answer.status);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    this.#cookies = { origin: originOf(url), text: cookies.join("; ") };
    return new HttpResponse(answer.status, answer.statusText, await answer.text());
  }

  /** A load balancer in front of several hub servers needs the cookie that it set during the negotiation. */
  override getCookieString(url: string): string {
    return this.#cookies?.origin === originOf(url) ? this.#cookies.text : "";
  }
}

/** The same for a host's http and ws addresses. */
function originOf(url: string): string {
  const { host, protocol } = new URL(url);
  return `${/^(https|wss):$/.test(protocol)} ${host}`;
}

const bounds = {
  maxPayload: hubLimits.messageBytes,
  handshakeTimeout: hubLimits.ms,
  closeTimeout: hubLimits.ms,
  perMessageDeflate: false,
};

class BoundedSocket extends WebSocket {
  constructor(url: string, protocols?: string | string[], options?: object) {
    super(url, protocols, { ...options, ...bounds });
    // The client throws if messages arrive in the same tick as `open`, before it's connected.
    this.once("open", () => {
      this.pause();
      setImmediate(() => this.resume());
    });
  }
}

/** Options for `withUrl`; its types don't declare `WebSocket`. */
export const hubTransport = () => ({ httpClient: new NegotiationClient(), WebSocket: BoundedSocket });
