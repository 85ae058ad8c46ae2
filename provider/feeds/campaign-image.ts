import { createRandom } from "#provider/data/random.ts";
import { brand } from "#provider/identity/look.ts";
import type { Campaign } from "./campaigns.ts";

const WIDTH = 960;
const HEIGHT = 480;

/** A campaign's picture: fibre-like strands of light on its two colours, with its title. An SVG of 2 KB. */
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
  const random = createRandom([...slug].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  return Array.from({ length: 14 }, (_, index) => {
    const startY = 20 + index * 16;
    const endY = random.between(0, 250);
    const bend = random.between(120, 420);
    const opacity = random.between(12, 45) / 100;
    const curve = `M-20 ${startY}C${bend} ${startY} ${WIDTH - bend} ${endY} ${WIDTH - 30} ${endY}`;
    return `<path d="${curve}" stroke-width="${random.between(2, 5)}" stroke-opacity="${opacity}"/><circle cx="${WIDTH - 30}" cy="${endY}" r="4" fill="#fff" stroke="none" fill-opacity="${opacity + 0.3}"/>`;
  });
}
