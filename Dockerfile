# The program runs from its source, as `npm start` runs it; nothing is built.
ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Neither the packages of the tests, nor the Node that npm would bring: the image has its own.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY src src
# Everything else may be read-only: docker run --read-only --tmpfs /tmp.
RUN install --directory --owner=node --group=node --mode=700 /data
VOLUME /data
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATABASE_URL=file:/data/board.db
USER node
EXPOSE 8080
# Whether the process answers. /readyz would also fail with the database, and a restart would not help that.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--v8-pool-size=0", "src/main.js"]
CMD ["serve"]
