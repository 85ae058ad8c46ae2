import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { openReconnectingStream, StreamMessage } from "./stream.ts";
import { canBeLive, joinTabs, type Tabs } from "./tabs.ts";

interface OpenStream {
  readonly url: string;
  readonly tell: (message: StreamMessage) => void;
  open: boolean;
}

// Long time-outs, because messages between tabs are slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

let streams: OpenStream[];
let tabs: Tabs[];

const openStream: typeof openReconnectingStream = (url, tell) => {
  const stream = { url, tell, open: true };
  streams.push(stream);
  return () => (stream.open = false);
};

/** A tab that has joined; Node has the same locks and broadcast channels as browsers. */
function join() {
  const onMessage = vi.fn();
  const tab = joinTabs("/live", onMessage, openStream);
  tabs.push(tab);
  return { ...tab, onMessage };
}

beforeEach(() => {
  streams = [];
  tabs = [];
});

afterEach(() => {
  for (const tab of tabs) tab.stop();
});

test("a browser without event streams isn't live", () => {
  expect(canBeLive()).toBe(false);
  vi.stubGlobal("EventSource", class {});
  expect(canBeLive()).toBe(true);
  vi.unstubAllGlobals();
});

const event = { kind: "LineFaultCheck", id: "5" };

test("one of eight tabs leads and has the stream, and all of them get its events", async () => {
  const all = Array.from({ length: 8 }, join);
  await until(() => expect(streams).toHaveLength(1));
  streams[0]?.tell({ type: "event", event });
  const received = () => all.map(({ onMessage }) => onMessage.mock.lastCall);
  await until(() =>
    expect(received().map((call) => call?.[0])).toEqual(Array(8).fill({ type: "event", event })),
  );
  expect(received().filter((call) => call?.[1] === true)).toHaveLength(1);
  expect(streams).toHaveLength(1);
});

test("a tab that joins others gets a `ready` message, because it has missed earlier events", async () => {
  join();
  await until(() => expect(streams).toHaveLength(1));
  streams[0]?.tell({ type: "ready" });
  expect(join().onMessage.mock.calls).toEqual([[{ type: "ready" }, false]]);
});

test("when the leading tab closes, another opens a stream and all get a `ready` message", async () => {
  const first = join();
  await until(() => expect(streams).toHaveLength(1));
  const [second, third] = [join(), join()];
  first.stop();
  await until(() => expect(streams).toHaveLength(2));
  expect(streams.map(({ open }) => open)).toEqual([false, true]);
  for (const { onMessage } of [second, third]) onMessage.mockClear();
  streams[1]?.tell({ type: "ready" });
  expect(second.onMessage).toHaveBeenCalledWith({ type: "ready" }, true);
  await until(() => expect(third.onMessage).toHaveBeenCalledWith({ type: "ready" }, false));
  expect(first.onMessage).toHaveBeenCalledTimes(1);
});

test("a tab that closes while it waits for the lock opens no stream", async () => {
  const first = join();
  await until(() => expect(streams).toHaveLength(1));
  join().stop();
  first.stop();
  const third = join();
  await until(() => expect(streams).toHaveLength(2));
  streams[1]?.tell({ type: "ready" });
  expect(third.onMessage).toHaveBeenCalledWith({ type: "ready" }, true);
});

test("a message of a tab reaches the other tabs, but not itself", async () => {
  const [sender, other] = [join(), join()];
  const seen = { type: "seen", event } as const;
  sender.send(seen);
  await until(() => expect(other.onMessage).toHaveBeenCalledWith(seen, expect.any(Boolean)));
  expect(sender.onMessage).not.toHaveBeenCalledWith(seen, expect.any(Boolean));
});
