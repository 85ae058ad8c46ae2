import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import { render } from "#app/ui/testing/render.tsx";
import { DownloadCard } from "./download-card.tsx";

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `f${index}`,
    title: `File ${index}`,
    detail: "PDF",
    to: `/f${index}`,
  }));

describe("DownloadCard", () => {
  it.each([
    [1, 0],
    [9, 0],
    [10, 1],
    [11, 1],
    [12, 2],
  ])("with %i files has %i of them behind 'View more'", (count, hidden) => {
    const $ = load(render(<DownloadCard files={{ ok: true, value: files(count) }} retryTo="/" />));
    expect($("li").length).toBe(count);
    expect($("details li").length).toBe(hidden);
    expect($("summary").text()).toBe(hidden > 0 ? "View moreCollapse" : "");
  });

  it("shows the first 1,000 files and says that there are more", () => {
    const $ = load(render(<DownloadCard files={{ ok: true, value: files(1_001) }} retryTo="/" />));
    expect($("li").length).toBe(1_000);
    expect($("p").text()).toBe(
      "Showing the first 1,000 of more than 1,000 files. Ask the help desk for the rest.",
    );
  });

  it.each([
    [1, "1 file can't be opened here because of its name. Ask the help desk."],
    [2, "2 files can't be opened here because of their names. Ask the help desk."],
  ])("says how many files no link can lead to (%i)", (count, text) => {
    const odd = Array.from({ length: count }, () => ({ title: "..", detail: "", to: undefined }));
    for (const others of [files(2), []]) {
      const value = [...odd, ...others];
      const $ = load(render(<DownloadCard files={{ ok: true, value }} retryTo="/" />));
      expect([$("p").text(), $("li").length]).toEqual([text, others.length]);
    }
  });

  it("says that there are no files", () => {
    expect(render(<DownloadCard files={{ ok: true, value: [] }} retryTo="/" />)).toContain(
      "There are no files to download.",
    );
  });
});
