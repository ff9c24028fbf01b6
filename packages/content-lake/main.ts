import { startLake } from './server.ts'

const { env } = process

const list = (value: string | undefined): string[] | undefined =>
  value
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const lake = await startLake({
  port: Number(env.LAKE_PORT ?? 3900),
  host: env.LAKE_HOST,
  dataDir: env.LAKE_DATA ?? '.data/content-lake',
  publicUrl: env.LAKE_PUBLIC_URL,
  projectId: env.LAKE_PROJECT,
  webhooks: env.LAKE_WEBHOOKS ? JSON.parse(env.LAKE_WEBHOOKS) : undefined,
  corsOrigins: list(env.LAKE_CORS_ORIGINS),
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void lake.close().then(() => process.exit(0))
  })
}

process.stdout.write(`content lake listening on ${lake.url}\n`)
