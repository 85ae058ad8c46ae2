import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openReconnectingStream } from "./stream.ts";

class FakeSource extends EventTarget {
  readyState = 1;
  onerror: (() => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
  }

  close(): void {
    this.readyState = 2;
  }

  emit(type: string, data = "{}"): void {
    this.dispatchEvent(Object.assign(new Event(type), { data }));
  }

  /** As if the server hadn't answered with an event stream. */
  fail(): void {
    this.readyState = 2;
    this.onerror?.();
  }
}

let sources: FakeSource[];
const onMessage = vi.fn();

const start = () =>
  openReconnectingStream("/live", onMessage, (url) => {
    const source = new FakeSource(url);
    sources.push(source);
    return source as unknown as EventSource;
  });

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  vi.clearAllMocks();
});

afterEach(() => vi.useRealTimers());

test("passes on events, and ignores those it can't parse", () => {
  start();
  expect(sources[0]?.url).toBe("/live");
  sources[0]?.emit("ready");
  sources[0]?.emit("notification", '{"kind":"LineFaultCheck","id":"5"}');
  sources[0]?.emit("notification", "nonsense");
  sources[0]?.emit("ready");
  const event = { kind: "LineFaultCheck", id: "5" };
  expect(onMessage.mock.calls).toEqual([
    [{ type: "ready" }],
    [{ type: "event", event }],
    [{ type: "ready" }],
  ]);
});

test("leaves network errors to the browser, and reconnects after an answer that's no event stream", () => {
  start();
  sources[0]?.onerror?.();
  vi.advanceTimersByTime(600_000);
  expect(sources).toHaveLength(1);
  sources[0]?.fail();
  vi.advanceTimersByTime(14_999);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(15_001);
  expect(sources.map((source) => source.url)).toEqual(["/live", "/live"]);
});

test("gives up after 8 failures without a connection in between", () => {
  start();
  for (let round = 0; round < 20; round += 1) {
    sources.at(-1)?.fail();
    vi.advanceTimersByTime(700_000);
  }
  expect(sources).toHaveLength(9);
  sources = [];
  start();
  for (let round = 0; round < 20; round += 1) {
    sources.at(-1)?.emit("ready");
    sources.at(-1)?.fail();
    vi.advanceTimersByTime(30_000);
  }
  expect(sources).toHaveLength(21);
});

test("reconnects one to two minutes after an eviction, and never after the sign-out", () => {
  start();
  sources[0]?.emit("bye", '{"reason":"evicted"}');
  vi.advanceTimersByTime(59_999);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(60_001);
  expect(sources).toHaveLength(2);
  sources[1]?.emit("bye", '{"reason":"signed-out"}');
  vi.advanceTimersByTime(3_600_000);
  expect(sources).toHaveLength(2);
  expect(sources[1]?.readyState).toBe(2);
});

test("doesn't reconnect once closed", () => {
  const close = start();
  sources[0]?.fail();
  close();
  vi.advanceTimersByTime(3_600_000);
  expect(sources).toHaveLength(1);
});
