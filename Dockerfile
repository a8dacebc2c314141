# syntax=docker/dockerfile:1
# Build: docker build -t hindsight .
# Run:   docker run -p 8080:8080 -v hindsight:/data hindsight

FROM swift:6.3-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libcurl4-openssl-dev libsqlite3-dev zlib1g-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
# The dependencies first: they are fetched again only when the manifest changes.
COPY Package.swift ./
RUN swift package resolve
COPY Sources ./Sources
COPY Tests ./Tests
RUN swift build -c release --product hindsight \
    && mkdir -p /staging \
    && cp "$(swift build -c release --show-bin-path)/hindsight" /staging/
COPY Public /staging/Public

FROM swift:6.3-bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl fonts-noto-cjk libbrotli1 libcurl4 librsvg2-bin libsqlite3-0 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --user-group --create-home --home-dir /app hindsight \
    && mkdir /data && chown hindsight:hindsight /data
WORKDIR /app
COPY --from=build --chown=root:root /staging ./
USER hindsight
ENV HINDSIGHT_HOSTNAME=0.0.0.0 HINDSIGHT_PORT=8080 HINDSIGHT_DATABASE=/data/hindsight.sqlite
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD curl -fsS http://127.0.0.1:8080/readyz || exit 1
# Docker's own signal: the server lets its open pages go before it stops.
STOPSIGNAL SIGTERM
ENTRYPOINT ["./hindsight"]
CMD ["serve"]
