import type { RequestHandler } from "express";

/** Serves design tokens made from the provider's brand colour (BRAND_COLOUR), or 404 if it isn't configured. */
export function serveBrand(colour: string | undefined): RequestHandler {
  const sheet = colour && styleSheet(colour);
  return (_req, res) => {
    if (!sheet) return void res.status(404).type("text/plain").send("No brand colour is configured.\n");
    res.setHeader("Cache-Control", "public, max-age=300");
    res.type("text/css").send(sheet);
  };
}

const mix = (colour: string, percent: number, other: string) =>
  `color-mix(in oklab, ${colour} ${percent}%, ${other})`;

function styleSheet(colour: string): string {
  const tokens = {
    "--brand": colour,
    "--brand-hover": mix(colour, 86, "black"),
    "--brand-active": mix(colour, 72, "black"),
    "--brand-text": `light-dark(${mix(colour, 90, "black")}, ${mix(colour, 45, "white")})`,
    "--brand-soft": `light-dark(${mix(colour, 8, "white")}, ${mix(colour, 22, "black")})`,
    "--brand-soft-text": `light-dark(${mix(colour, 80, "black")}, ${mix(colour, 35, "white")})`,
    "--brand-border": `light-dark(${mix(colour, 28, "white")}, ${mix(colour, 55, "black")})`,
    "--focus": `light-dark(${colour}, ${mix(colour, 45, "white")})`,
  };
  const lines = Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};`);
  return `:root {\n${lines.join("\n")}\n}\n`;
}
