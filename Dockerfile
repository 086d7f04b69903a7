# syntax=docker/dockerfile:1
# The API with the web client in it. See docs/operations.md.

FROM node:26.10.0-slim AS base
WORKDIR /app
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/core/package.json packages/core/
COPY packages/languages/package.json packages/languages/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/ui/package.json packages/ui/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/

FROM base AS client
RUN pnpm install --frozen-lockfile --filter '@parley/web...'
COPY tsconfig.json ./
COPY packages packages
COPY apps/api/src apps/api/src
COPY apps/web apps/web
COPY scripts scripts
RUN node scripts/build/build-image.mjs

FROM base AS production
RUN pnpm install --prod --frozen-lockfile --filter '@parley/api...'

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=production /app/ ./
COPY packages/core/src packages/core/src
COPY packages/languages packages/languages
COPY packages/sandbox/src packages/sandbox/src
COPY content content
COPY apps/api/src apps/api/src
COPY --from=client /app/apps/web/dist apps/web/dist
# By number, so that Kubernetes can tell that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/main.ts"]
