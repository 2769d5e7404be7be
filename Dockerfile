# Stateless: everything that lasts is in TimescaleDB (DATABASE_URL) or, on the embedded engine, in /data.
FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
# What the Chromium of the optional package is linked against; it prints the executive report.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libnspr4 libnss3 libexpat1 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
# The image brings Node 24 itself, so the npm package `node` needs no install script here.
RUN npm ci --omit=dev --ignore-scripts && rm -f node_modules/.bin/node
COPY sql ./sql
COPY src ./src
COPY scripts ./scripts
COPY docs/how-to/analysts.md ./docs/how-to/
COPY docs/reference/answer-examples.json ./docs/reference/
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
