import { expect, it } from "vitest";
import { render } from "#app/ui/testing/render.tsx";
import { CampaignCarousel } from "./campaign-carousel.tsx";

const campaigns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Campaign ${index + 1}`,
    imagePath: `/campaign-images/${index + 1}`,
    link: index === 0 ? "" : `https://shop.example/${index + 1}`,
    imageAltText: index === 1 ? "" : `Picture ${index + 1}`,
  }));
const carousel = (count: number) => render(<CampaignCarousel campaigns={campaigns(count)} />);

it("is a list of pictures that needs no scripts", () => {
  const html = carousel(3);
  expect(html.match(/<li/g)).toHaveLength(3);
  expect(html).toMatch(/<a [^>]*href="https:\/\/shop\.example\/3"[^>]*><img [^>]*src="\/campaign-images\/3"/);
  expect(html).not.toContain("<button");
});

it("uses a picture's own alternative text, or else the campaign's title", () => {
  expect(carousel(3)).toMatch(/alt="Picture 1".*alt="Campaign 2".*alt="Picture 3"/s);
});

it("has no link for a campaign without an address", () => {
  expect(carousel(1)).not.toContain("<a ");
});

it("has a dot for each of up to 5 campaigns, which links to its slide", () => {
  const html = carousel(5);
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets).toHaveLength(5);
  for (const id of targets) expect(html).toContain(`id="${id}"`);
});

it("has no dots for more than 5 campaigns, and no controls for a single one", () => {
  expect(carousel(6)).not.toContain('href="#');
  expect(carousel(1)).not.toContain("Campaign 1:");
});
