declare module "subset-font" {
  /** A font of these characters alone, in `targetFormat`, with its axes limited to `variationAxes` and only the layout features `keepFeatures`. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      readonly targetFormat: "woff2" | "truetype";
      readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
}
