# The portal as one container: `docker build -t demarc .`, settings in docs/configuration.md, running it in
# docs/runbook.md. With the demo provider beside it: `docker build --target demo -t demarc-demo .`.
# A tag can be given to another image; what goes to production names its base by digest, which docs/runbook.md tells how.
ARG NODE_IMAGE
FROM ${NODE_IMAGE:-node:24.21.0-bookworm-slim} AS base
WORKDIR /app
ENV NODE_ENV=production

# No dependency needs its install script, so none gets to run one.
FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN npm run build && npm run sbom

# `docker build --target conformance`: asks a provider every call of the contract (docs/integrate.md).
FROM build AS conformance
USER node
ENTRYPOINT ["node", "scripts/conformance.ts"]

# What runs: the dependencies without what no server reads. Only the demo provider needs the optional ones.
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
# Nothing is installed at run time. /data is the one place that is written to, and only by SQLite.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn* \
 && install -d -o 10001 -g 10001 /data
COPY package.json LICENSE server.ts ./
COPY server server
COPY shared shared
COPY --from=build /app/build build
# With more arenas the allocator keeps hundreds of megabytes after large answers.
ENV MALLOC_ARENA_MAX=2 \
    PORT=3000 \
    SESSION_STORE=sqlite:/data/sessions.sqlite
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As PID 1, without npm or a shell between: server.ts handles SIGTERM itself and drains.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=20", "server.ts"]

# With invented people whose password is public: for looking at, never for customers.
FROM runtime AS demo
COPY --from=demo-dependencies /app/node_modules node_modules
COPY provider provider
# Of its invoices.
COPY app/ui/fonts app/ui/fonts
ENV DEMO=1 \
    PROVIDER_DATA=/data/provider.sqlite

# The last stage is what a plain build makes: the portal and nothing of the demo.
FROM runtime AS portal
# What the image holds (docs/runbook.md, What is in the image).
COPY --from=build /app/sbom.cdx.json ./
COPY --from=dependencies /app/node_modules node_modules
