# The bot alone: no compiler, no root, and nothing written but /data. docs/operating.md says how to run it.
ARG PYTHON=3.11.17-slim-bookworm

FROM python:${PYTHON} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
COPY requirements.lock ./
# Every package is a wheel with a known hash; one that would have to be compiled is refused.
RUN python -m venv /opt/slowplay \
    && /opt/slowplay/bin/pip install --require-hashes --only-binary :all: -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bench/__init__.py bench/
COPY bench/crowd bench/crowd
COPY bench/postgres bench/postgres
COPY bot bot
COPY games games
COPY playground playground
COPY render render
COPY slowplay slowplay
COPY storage storage
RUN /opt/slowplay/bin/pip install --no-deps .

FROM python:${PYTHON}
# Its group and number are fixed, so that a volume or a secret can be given to it: chown 10001.
RUN groupadd --gid 10001 slowplay \
    && useradd --uid 10001 --gid slowplay --no-create-home --home-dir /data --shell /usr/sbin/nologin slowplay \
    && install --directory --owner slowplay --group slowplay --mode 700 /data
COPY --from=build /opt/slowplay /opt/slowplay
ENV PATH=/opt/slowplay/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1 \
    PYTHONUNBUFFERED=1 \
    SLOWPLAY_DATABASE=/data/slowplay.db \
    SLOWPLAY_HEALTH=127.0.0.1:9464 \
    SLOWPLAY_LOG_FORMAT=json
USER slowplay
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=2m --retries=3 CMD ["slowplay", "health", "live"]
CMD ["slowplay", "serve"]
