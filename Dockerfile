# Dorsal as an image. `docker compose up --build` runs it with PostgreSQL (compose.yaml); docs/operations.md says the rest.
# Where there is no container runtime, `node scripts/tryDockerfile.mjs` goes through the steps of this file in an empty folder.
FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY index.html tsconfig.json vite.config.ts ./
COPY locales ./locales
COPY public ./public
COPY scripts ./scripts
COPY server ./server
COPY src ./src
RUN npm run build
RUN mkdir -p /data && chown node:node /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
