type Place = Pick<Location, "pathname" | "search" | "hash">;

interface RemixRouter {
  readonly state: {
    readonly location: Place;
    readonly navigation:
      { readonly state: "idle" } | { readonly state: "loading" | "submitting"; readonly location: Place };
    /** Loading again without a navigation, which nothing but {@link useLive} causes; a navigation ends it. */
    readonly revalidation: "idle" | "loading";
    readonly actionData?: object | null;
    readonly errors?: object | null;
  };
}

/** Whether data is loading after a live event alone, rather than for something the person did. */
export function isLiveLoad(): boolean {
  const { revalidation, navigation } = remixRouter()?.state ?? {};
  return revalidation === "loading" && navigation?.state === "idle";
}

/** The router of the page, to which Remix offers no other access. Undefined before hydration. */
export function remixRouter(): RemixRouter | undefined {
  return (window as Window & { __remixRouter?: RemixRouter }).__remixRouter;
}
