# The site as an image: docs/operate/containers.md. No secret is needed to build it, and none is in a layer.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
ENV NEXT_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1

# What decides about the packages comes first, so that a change of the site does not install them anew.
COPY package.json package-lock.json .npmrc ./
COPY studio/package.json studio/
COPY packages packages
RUN npm ci --include=dev --include=optional

COPY . .
# Compiled in: an image belongs to one address, one project of Sanity and one instance of Clerk.
ARG SITE_URL
ARG SANITY_PROJECT_ID
ARG SANITY_DATASET=production
ARG SANITY_API_HOST
ARG NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY
RUN node scripts/commands/release.ts --without-secrets

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Ductwise"
# The second keeps glibc from holding a heap for each thread.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /src/dist/release ./
# Everything that a running site writes: stored pages, last answers of the Content Lake, pictures.
RUN chown 1000:1000 .next/cache
VOLUME /app/.next/cache
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The form without a shell, so that SIGTERM reaches the site. The flags keep it below 500 MB.
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=512", "server/main.ts"]
