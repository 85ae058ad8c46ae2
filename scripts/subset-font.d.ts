declare module "subset-font" {
  /** A font with just these characters, in `targetFormat`, with its axes limited to `variationAxes` and only the layout features in `keepFeatures`. */
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
