import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { keepStream, StreamHandlers } from "./stream.ts";
import { canBeLive, joinTabs, type Tabs } from "./tabs.ts";

interface OpenStream {
  readonly url: string;
  readonly after: string | undefined;
  readonly handlers: StreamHandlers;
  open: boolean;
}

// Sockets on a busy machine: only what never comes fails.
vi.setConfig({ testTimeout: 20_000 });
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

let streams: OpenStream[];
let tabs: Tabs[];

const openStream: typeof keepStream = (url, after, handlers) => {
  const stream = { url, after, handlers, open: true };
  streams.push(stream);
  return () => (stream.open = false);
};

/** Node has the same locks and channels; a tab is one that joined. */
function join(since?: string) {
  const onMessage = vi.fn();
  const tab = joinTabs({ url: "/live", since, onMessage }, openStream);
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

test("a browser without event streams is not live", () => {
  expect(canBeLive()).toBe(false);
  vi.stubGlobal("EventSource", class {});
  expect(canBeLive()).toBe(true);
  vi.unstubAllGlobals();
});

test("of eight tabs one has the stream, all get the event, one leads", async () => {
  const all = Array.from({ length: 8 }, join);
  await until(() => expect(streams).toHaveLength(1));
  const news = { kind: "LineFaultCheck", id: "5" };
  streams[0]?.handlers.onNews(news, "a-1");
  await until(() => {
    for (const { onMessage } of all) expect(onMessage).toHaveBeenCalledTimes(1);
  });
  expect(all.map(({ onMessage }) => onMessage.mock.calls[0]?.[0])).toEqual(
    Array(8).fill({ type: "news", news, id: "a-1" }),
  );
  expect(all.filter(({ onMessage }) => onMessage.mock.calls[0]?.[1] === true)).toHaveLength(1);
  expect(streams).toHaveLength(1);
});

test("when the leading tab goes another goes on where it stopped", async () => {
  const first = join();
  await until(() => expect(streams).toHaveLength(1));
  const second = join();
  streams[0]?.handlers.onReady("a-3");
  await until(() => expect(second.onMessage).toHaveBeenCalledWith({ type: "ready", id: "a-3" }, false));
  first.stop();
  await until(() => expect(streams).toHaveLength(2));
  expect(streams.map(({ after, open }) => [after, open])).toEqual([
    [undefined, false],
    ["a-3", true],
  ]);
  streams[1]?.handlers.onResync("b-0");
  expect(second.onMessage).toHaveBeenCalledWith({ type: "resync", id: "b-0" }, true);
});

test("a tab that leaves before its turn never opens a stream", async () => {
  const first = join();
  await until(() => expect(streams).toHaveLength(1));
  join().stop();
  first.stop();
  const third = join();
  await until(() => expect(streams).toHaveLength(2));
  streams[1]?.handlers.onReady("a-0");
  expect(third.onMessage).toHaveBeenCalledWith({ type: "ready", id: "a-0" }, true);
  expect(first.onMessage).not.toHaveBeenCalled();
});

test("each tab is told what came since its page was made, beside the one stream", async () => {
  const first = join("100");
  await until(() => expect(streams).toHaveLength(1));
  const second = join("50");
  await until(() => expect(streams).toHaveLength(2));
  expect(streams.map(({ url, after }) => [url, after])).toEqual([
    ["/live", "100"],
    ["/live/missed", "50"],
  ]);
  const news = { kind: "LineFaultCheck", id: "5" };
  streams[1]?.handlers.onNews(news, "a-1");
  streams[1]?.handlers.onReady("a-2");
  expect(second.onMessage).toHaveBeenCalledWith({ type: "news", news, id: "a-1" }, false);
  expect(streams.map(({ open }) => open)).toEqual([true, false]);
  first.stop();
  await until(() => expect(streams).toHaveLength(3));
  expect(streams[2]).toMatchObject({ url: "/live", after: "a-2" });
  expect(first.onMessage).not.toHaveBeenCalled();
});

test("what a tab tells reaches the others, not itself", async () => {
  const [one, other] = [join(), join()];
  const seen = { type: "seen", news: { kind: "LineFaultCheck", id: "5" } } as const;
  one.tell(seen);
  await until(() => expect(other.onMessage).toHaveBeenCalledWith(seen, expect.any(Boolean)));
  expect(one.onMessage).not.toHaveBeenCalled();
});
