import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Incident } from "#server/feeds/feeds.ts";
import { statusNote, statusView } from "./status-view.server.ts";

const now = new Date("2026-11-23T12:00:00Z");
const updatedOn = "2026-11-23T10:00:00.000Z";
const incident = (title: string, areas: readonly string[] = [], isOpen = true): Incident => {
  return { title, areas, isOpen, text: "", link: "", updatedOn };
};
type Context = Parameters<typeof statusView>[0];
const contextOf = (incidents: readonly Incident[] | Error, ageMinutes = 0, absent: string[] = []) =>
  ({
    config: { absent },
    services: {
      now: () => now,
      feeds: {
        status: () =>
          incidents instanceof Error
            ? Promise.reject(incidents)
            : Promise.resolve({ incidents, readAt: performance.now() - ageMinutes * 60_000 }),
      },
    },
  }) as unknown as Context;

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("the note on other pages", () => {
  const open = [incident("Slow", ["Broadband", "Hosting"]), incident("No mail", ["Email"])];

  it("names the first open incident and counts the others", async () => {
    expect(await statusNote(contextOf([...open, incident("Old", [], false)]))).toEqual({
      text: "Slow (Broadband, Hosting), and 1 more",
      to: "/status",
    });
  });

  it("about lines has only incidents that may affect lines or that name no service", async () => {
    const textAboutLines = async (...incidents: Incident[]) =>
      (await statusNote(contextOf(incidents), "lines"))?.text;
    expect(await textAboutLines(...open)).toBe("Slow (Broadband, Hosting)");
    expect(await textAboutLines(incident("No mail", ["Email"]))).toBeUndefined();
    expect(await textAboutLines(incident("Something"))).toBe("Something");
  });

  it.each([
    ["nothing is open", contextOf([incident("Old", [], false)])],
    ["the feed is down", contextOf(new Error("down"))],
    ["there is no feed", contextOf(open, 0, ["status"])],
  ])("is undefined if %s", async (_, context) => {
    expect(await statusNote(context)).toBeUndefined();
  });
});

describe("the status page", () => {
  it("separates open and past incidents, and shows when they were updated in London time", async () => {
    const view = await statusView(contextOf([incident("Slow"), incident("Old", ["Email"], false)]));
    expect(
      [view.open, view.past].map((incidents) =>
        incidents.map(({ title, areas, updated }) => [title, areas, updated]),
      ),
    ).toEqual([[["Slow", "", "23/11/2026 10:00"]], [["Old", "Email", "23/11/2026 10:00"]]]);
    expect([view.isUnknown, view.staleSince]).toEqual([false, undefined]);
  });

  it("shows the time of a status older than 15 minutes, and says if the status is unknown", async () => {
    expect((await statusView(contextOf([], 15))).staleSince).toBeUndefined();
    expect((await statusView(contextOf([], 16))).staleSince).toBe("23/11/2026 11:44");
    expect(await statusView(contextOf(new Error("down")))).toMatchObject({ isUnknown: true, open: [] });
  });
});
