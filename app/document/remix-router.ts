type Place = Pick<Location, "pathname" | "search" | "hash">;

interface RemixRouter {
  readonly state: {
    readonly location: Place;
    /** What's being posted stays in `formData` until the page has been loaded again. */
    readonly navigation: { readonly formData?: FormData | undefined } & (
      { readonly state: "idle" } | { readonly state: "loading" | "submitting"; readonly location: Place }
    );
    /** Reloading without a navigation, which only {@link useLive} does. A navigation ends it. */
    readonly revalidation: "idle" | "loading";
    /** What each route's loader returned, by its id. Newer than what's on the page while React renders it. */
    readonly loaderData: Readonly<Record<string, unknown>>;
    readonly actionData?: object | null;
    readonly errors?: object | null;
  };
}

/** Whether data is loading because of a live event, rather than something the person did. */
export function isLiveLoad(): boolean {
  const { revalidation, navigation } = remixRouter()?.state ?? {};
  return revalidation === "loading" && navigation?.state === "idle";
}

/** The page's router, which Remix doesn't expose. Undefined before hydration. */
export function remixRouter(): RemixRouter | undefined {
  return (window as Window & { __remixRouter?: RemixRouter }).__remixRouter;
}
