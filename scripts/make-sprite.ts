/** Joins icons into one SVG, as symbols with their names as ids. Throws for a file that isn't a Lucide icon. */
export async function makeSprite(names: readonly string[], readIcon: (name: string) => Promise<string>) {
  const symbols = await Promise.all(names.map(async (name) => toSymbol(name, await readIcon(name))));
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Lucide icons, ISC licence, https://lucide.dev -->\n${symbols.join("\n")}\n</svg>\n`;
}

// Thinner than Lucide's stroke width of 2, to match the font Inter at 18 to 20 px.
const attributes = `fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"`;

function toSymbol(name: string, source: string): string {
  const drawing = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(source)?.[1];
  if (!drawing || !source.includes('viewBox="0 0 24 24"')) throw new Error(`Not a Lucide icon: ${name}`);
  const shapes = drawing.replace(/\s*\n\s*/g, "").replace(/ \/>/g, "/>");
  return `<symbol id="${name}" viewBox="0 0 24 24" ${attributes}>${shapes}</symbol>`;
}
