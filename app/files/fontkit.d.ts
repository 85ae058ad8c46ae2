declare module "fontkit" {
  /** Reads a font. */
  export function create(font: Uint8Array): {
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string, features: readonly string[]): object;
  };
}
