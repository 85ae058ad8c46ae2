# The portal in a single container: `docker build -t demarc .`. docs/configuration.md has the settings, and
# docs/runbook.md explains how to run it. With the demo provider: `docker build --target demo -t demarc-demo .`.
# Tags can move to a different image, so pin the base image by digest for production (docs/runbook.md).
ARG NODE_IMAGE
FROM ${NODE_IMAGE:-node:24.21.0-bookworm-slim} AS base
WORKDIR /app
ENV NODE_ENV=production

# No dependency needs its install script, so we don't run any.
FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN npm run build && npm run sbom

# `docker build --target conformance`: makes every call in the contract to a provider (docs/integrate.md).
FROM build AS conformance
USER node
ENTRYPOINT ["node", "scripts/conformance.ts"]

# The dependencies that run, without files that servers don't read. Only the demo provider needs the optional ones.
FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
COPY deploy/prune-modules.sh deploy/
RUN npm ci --omit=dev --omit=optional --ignore-scripts && sh deploy/prune-modules.sh node_modules

FROM base AS demo-dependencies
COPY package.json package-lock.json .npmrc ./
COPY deploy/prune-modules.sh deploy/
RUN npm ci --omit=dev --ignore-scripts && sh deploy/prune-modules.sh node_modules

FROM base AS runtime
LABEL org.opencontainers.image.title="Demarc" \
      org.opencontainers.image.description="Customer self-service portal of a business IT and broadband provider" \
      org.opencontainers.image.licenses="MIT"
# Nothing is installed at run time. Only SQLite writes anything, and only to /data.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn* \
 && install -d -o 10001 -g 10001 /data
COPY package.json LICENSE server.ts ./
COPY server server
COPY shared shared
COPY --from=build /app/build build
# With more arenas, the allocator keeps hundreds of megabytes after large responses.
ENV MALLOC_ARENA_MAX=2 \
    PORT=3000 \
    SESSION_STORE=sqlite:/data/sessions.sqlite
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs as PID 1, without npm or a shell in between, because server.ts handles SIGTERM itself and drains.
CMD ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "--heap-growing-percent=20", "server.ts"]

# Has invented people with a public password, so never use it for customers.
FROM runtime AS demo
COPY --from=demo-dependencies /app/node_modules node_modules
COPY provider provider
# For its invoices.
COPY app/ui/fonts app/ui/fonts
ENV DEMO=1 \
    PROVIDER_DATA=/data/provider.sqlite

# A plain build makes the last stage: the portal without the demo.
FROM runtime AS portal
# Lists what's in the image (docs/runbook.md, What's in the image).
COPY --from=build /app/sbom.cdx.json ./
COPY --from=dependencies /app/node_modules node_modules
