declare module "subset-font" {
  /** A font of these characters alone, in the asked format, with its axes and layout features cut to these. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      readonly targetFormat: "woff2";
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
}
