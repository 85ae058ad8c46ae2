import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { listen } from "#server/testing/listen.ts";

/** A span as the collector received it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for a trace's first span. */
  readonly parentSpanId: string | undefined;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

type KeyValues = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

/** The parts of OTLP's JSON that we read here. */
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: KeyValues };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, "kind" | "attributes"> & {
        readonly kind: 1 | 2 | 3;
        readonly attributes: KeyValues;
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

const KINDS = { 1: "internal", 2: "server", 3: "client" } as const;

/** An OpenTelemetry collector that accepts traces as OTLP over HTTP, in JSON. */
export class Collector {
  url = "";
  readonly spans: ReceivedSpan[] = [];
  /** What the sending process says about itself, once for each batch of spans. */
  readonly resources: Readonly<Record<string, unknown>>[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** The bodies of all requests whose spans were accepted. */
  text = "";
  /** `hang`: never answers. A number: answers with this status. Both ignore the spans. */
  mode: "take" | "hang" | number = "take";
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((req, res) => {
      const read: Buffer[] = [];
      req.on("data", (part: Buffer) => read.push(part));
      req.on("end", () => {
        this.headers.push(req.headers);
        if (this.mode === "hang") return;
        if (this.mode === "take") this.#take(req.url ?? "", Buffer.concat(read).toString());
        const status = this.mode === "take" ? 200 : this.mode;
        res.writeHead(status, { "content-type": "application/json" }).end("{}");
      });
    });
  }

  static async start(mode: Collector["mode"] = "take"): Promise<Collector> {
    const collector = new Collector();
    collector.mode = mode;
    collector.url = await listen(collector.#server);
    return collector;
  }

  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(path: string, text: string): void {
    if (path !== "/v1/traces") throw new Error(`traces were sent to ${path}`);
    this.text += text;
    for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
      this.resources.push(valuesOf(resource.attributes));
      for (const { spans } of scopeSpans)
        for (const { kind, attributes, status, parentSpanId, ...span } of spans)
          this.spans.push({
            ...span,
            parentSpanId: parentSpanId || undefined,
            kind: KINDS[kind],
            attributes: valuesOf(attributes),
            isError: status?.code === 2,
          });
    }
  }
}

/** `{ key: "http.route", value: { stringValue: "/" } }` and so on, as an object. */
function valuesOf(attributes: KeyValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
