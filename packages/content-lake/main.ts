#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { ConfigurationError, type Flags, parseJson, parsePort, runServer } from '../local-server/index.ts'
import { DEFAULT_USERS } from './access/users.ts'
import { assertSeedExists, importSeed } from './seed.ts'
import { startLake } from './server.ts'
import type { WebhookConfig } from './webhooks/index.ts'

const flags = {
  port: { value: '<port>', env: 'LAKE_PORT', default: '3900', help: 'Port to listen on; 0 uses any free port' },
  host: { value: '<address>', env: 'LAKE_HOST', default: '127.0.0.1', help: 'Address to listen on' },
  data: {
    value: '<folder>',
    env: 'LAKE_DATA',
    default: '.data/content-lake',
    help: 'Data folder; used by one lake at a time',
  },
  project: { value: '<id>', env: 'LAKE_PROJECT', default: 'local', help: 'Project ID' },
  dataset: {
    value: '<name>',
    env: 'LAKE_DATASET',
    default: 'production',
    help: 'Dataset to create if it is missing, and to seed',
  },
  seed: {
    value: '<export>',
    env: 'LAKE_SEED',
    help: 'Dataset export (.ndjson, .tar.gz or a folder) to import once per data folder',
  },
  cors: {
    value: '<origin>',
    env: 'LAKE_CORS_ORIGINS',
    multiple: true,
    help: 'Origin that may read responses and log in; may be repeated; default: localhost on 3000 and 3333',
  },
  webhook: {
    value: '<json>',
    env: 'LAKE_WEBHOOKS',
    multiple: true,
    help: 'A webhook, or a list of them, as JSON or in a JSON file; may be repeated',
  },
  'public-url': {
    value: '<url>',
    env: 'LAKE_PUBLIC_URL',
    help: 'Base of asset and login URLs; default http://localhost:<port>',
  },
} as const satisfies Flags

const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function readWebhooks(value: string): WebhookConfig[] {
  const isJson = /^\s*[[{]/.test(value)
  if (!isJson && !existsSync(value)) throw new ConfigurationError(`--webhook: file not found: ${value}`)
  const text = isJson ? value : readFileSync(value, 'utf8')
  const parsed = parseJson(text, () => new ConfigurationError('--webhook must be JSON, or the name of a JSON file'))
  return [parsed].flat() as WebhookConfig[]
}

await runServer({
  name: 'content-lake',
  description:
    "A local server that speaks Sanity's Content Lake API, for development and tests.\nIts tokens are public: never expose it.",
  flags,
  examples: [
    'content-lake --project abc123 --seed production.tar.gz',
    `content-lake --webhook '{"id":"site","name":"Site","url":"http://localhost:3000/api/revalidate","on":["create","update","delete"]}'`,
  ],
  start: async (values) => {
    const { data: dataDir, project: projectId, dataset, seed: file, host } = values
    if (file !== undefined) assertSeedExists(file)
    const lake = await startLake({
      port: parsePort(values.port),
      host,
      dataDir,
      projectId,
      dataset,
      publicUrl: values['public-url'],
      corsOrigins: values.cors.length > 0 ? values.cors.flatMap(splitList) : undefined,
      webhooks: values.webhook.flatMap(readWebhooks),
    })
    if (file !== undefined) {
      const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${lake.port}`
      await importSeed({ file, url, token: DEFAULT_USERS[0]!.token, projectId, dataset, dataDir })
    }
    return { message: `content lake listening on ${lake.url}`, close: lake.close }
  },
})
