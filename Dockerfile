# The single executable on Debian. The image has neither Node nor packages.
FROM node:26-bookworm-slim AS build
WORKDIR /app
# The Node that npm installs needs libatomic; strip makes the executable smaller.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils libatomic1 \
    && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
# Without the packages of the tests.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY LICENSE ./
COPY scripts scripts
COPY src src
RUN npm run build:binary

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libatomic1 libstdc++6 \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=1000 --group=1000 --mode=700 /data
COPY --from=build /app/build/LICENSES /usr/share/doc/posting-board/
COPY --from=build /app/build/posting-board /usr/local/bin/
# Everything else may be read-only: docker run --read-only --tmpfs /tmp.
VOLUME /data
WORKDIR /data
ENV HOST=0.0.0.0 \
    DATABASE_URL=file:/data/board.db
USER 1000:1000
EXPOSE 8080
# Whether the process answers. /readyz would also fail with the database, and a restart would not help that.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-8080} && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == 'HTTP/1.1 200'* ]]"]
ENTRYPOINT ["posting-board"]
CMD ["serve"]
