# syntax=docker/dockerfile:1
# An image of production: the server and what it imports, on a PostgreSQL of your own (DATABASE_URL). The last stage has Node and its
# libraries, no shell and no package manager. Pin both by digest: --build-arg NODE=node:24-bookworm-slim@sha256:...
ARG NODE=node:24-bookworm-slim
ARG BASE=gcr.io/distroless/cc-debian12

FROM ${NODE} AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/image.mjs /image && mkdir -p /data/waybill && mkdir -m 700 /data/waybill/files

FROM ${NODE} AS node

FROM ${BASE}
COPY --from=node /usr/local/bin/node /usr/bin/node
COPY --from=build /image /app
COPY --from=build --chown=1001:1001 /data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4600 DATA_DIR=/data/waybill
USER 1001:1001
WORKDIR /app
VOLUME /data
EXPOSE 4600
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s \
  CMD ["/usr/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["/usr/bin/node", "dist/server/main.js"]
