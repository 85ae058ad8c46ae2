import { createRandom } from "#provider/data/random.ts";
import { brand } from "#provider/identity/page-layout.ts";
import demo from "./campaigns.json" with { type: "json" };

interface Campaign {
  readonly slug: string;
  readonly title: string;
  readonly imageAltText: string;
  readonly path: string;
  /** The picture's two colours, light and dark. */
  readonly colours: readonly string[];
}

/** The provider's marketing campaigns. */
export const campaigns: readonly Campaign[] = demo;

/** The campaigns as RSS. */
export function campaignFeed(url: string): string {
  const items = campaigns.map(
    ({ slug, title, imageAltText, path }) => `    <item>
      <title>${title}</title>
      <mediaUrl>${url}/feeds/images/${slug}.svg</mediaUrl>
      <link>${url}${path}</link>
      <imageAltText>${imageAltText}</imageAltText>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>Campaigns</title>
${items.join("\n")}
  </channel>
</rss>
`;
}

const WIDTH = 960;
const HEIGHT = 480;

/** A campaign's picture as SVG: its title over strands of light in its two colours. */
export function campaignImage({ title, slug, colours }: Campaign): string {
  const [light, dark] = colours;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>
<g fill="none" stroke="#fff" stroke-linecap="round">${strands(slug).join("")}</g>
<text x="56" y="372" fill="#fff" font-family="system-ui, sans-serif" font-size="60" font-weight="700">${title}</text>
<text x="58" y="420" fill="#fff" fill-opacity=".85" font-family="system-ui, sans-serif" font-size="26">${brand}</text>
</svg>
`;
}

function strands(slug: string): string[] {
  const seed = [...slug].reduce((hash, letter) => hash * 31 + letter.charCodeAt(0), 7);
  const random = createRandom(seed);
  return Array.from({ length: 14 }, (_, index) => {
    const startY = 20 + index * 16;
    const endY = random.between(0, 250);
    const bend = random.between(120, 420);
    const opacity = random.between(12, 45) / 100;
    const curve = `M-20 ${startY}C${bend} ${startY} ${WIDTH - bend} ${endY} ${WIDTH - 30} ${endY}`;
    return `<path d="${curve}" stroke-width="${random.between(2, 5)}" stroke-opacity="${opacity}"/><circle cx="${WIDTH - 30}" cy="${endY}" r="4" fill="#fff" stroke="none" fill-opacity="${opacity + 0.3}"/>`;
  });
}
