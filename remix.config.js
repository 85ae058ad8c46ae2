// The Remix plugin's options, apart from the bundler's. `v3_lazyRouteDiscovery` stays off: with it a deploy
// makes open tabs reload, and a half-typed form is lost (docs/adr/0002).
export default {
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
  },
  serverBuildFile: "index.js",
};
