interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

interface RemixRouter {
  readonly state: {
    readonly location: Place;
    readonly navigation:
      { readonly state: "idle" } | { readonly state: "loading" | "submitting"; readonly location: Place };
    /** Loading after a live event, which nothing else but {@link useLive} causes. */
    readonly revalidation: "idle" | "loading";
    readonly actionData?: object | null;
  };
}

/** The router of the page, to which Remix offers no other access. Undefined before hydration. */
export function remixRouter(): RemixRouter | undefined {
  return (window as Window & { __remixRouter?: RemixRouter }).__remixRouter;
}
