# syntax=docker/dockerfile:1
# An image of production: the server and what it imports, on a PostgreSQL of your own (DATABASE_URL). Node is copied from its own
# image; nothing builds or installs in the last stage. Pin both by digest: --build-arg NODE=node:24-bookworm-slim@sha256:...
ARG NODE=node:24-bookworm-slim
ARG BASE=debian:bookworm-slim

FROM ${NODE} AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/image.mjs /image

FROM ${NODE} AS node

FROM ${BASE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1001 --create-home --home-dir /data --shell /usr/sbin/nologin waybill
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4600 DATA_DIR=/data/waybill
USER 1001:1001
WORKDIR /app
VOLUME /data
EXPOSE 4600
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
