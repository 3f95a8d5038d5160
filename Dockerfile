# Parley without a window: docs/HEADLESS.md says how it is run. Nothing in the image is written to but /data.

# The index of all platforms. `docker buildx imagetools inspect node:24-bookworm-slim` names a newer one.
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/run.mjs "vite build --app --logLevel warn"

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/dist/server ./dist/server
COPY --from=build /src/dist/renderer ./dist/renderer
COPY --from=build /src/dist/widget ./dist/widget
# The server is one bundle; only the database's native module stands beside it.
COPY --from=build /src/node_modules/better-sqlite3/package.json ./node_modules/better-sqlite3/
COPY --from=build /src/node_modules/better-sqlite3/lib ./node_modules/better-sqlite3/lib
COPY --from=build /src/node_modules/better-sqlite3/prebuilds ./node_modules/better-sqlite3/prebuilds

RUN install -d -m 0700 -o node -g node /data
USER node
VOLUME /data
ENV NODE_ENV=production \
    PARLEY_HOST=0.0.0.0 \
    PARLEY_PORT=4317 \
    PARLEY_DATA_DIR=/data \
    PARLEY_NETWORK=server \
    PARLEY_LOG=json
EXPOSE 4317
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PARLEY_PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
