#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { ConfigurationError, parseJson, parsePort, runServer } from '@ductwise/local-server'
import { startLake } from './server.ts'
import type { WebhookConfig } from './webhooks/types.ts'

const split = (value: string | undefined): string[] | undefined =>
  value
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** One webhook or a list of them, as JSON or as the name of a JSON file. */
function webhooksOf(text: string): WebhookConfig[] {
  const json = /^\s*[[{]/.test(text) ? text : readFileSync(text, 'utf8')
  return [
    parseJson(json, () => new ConfigurationError('--webhook must be JSON or the name of a JSON file')),
  ].flat() as WebhookConfig[]
}

await runServer({
  name: 'content-lake',
  description:
    "A local server that speaks Sanity's Content Lake API, for development and tests. Its tokens are public: never expose it.",
  flags: {
    port: { value: '<port>', env: 'LAKE_PORT', default: '3900', help: 'Port to listen on; 0 takes any free one' },
    host: { value: '<address>', env: 'LAKE_HOST', default: '127.0.0.1', help: 'Address to listen on' },
    data: {
      value: '<folder>',
      env: 'LAKE_DATA',
      default: '.data/content-lake',
      help: 'Folder of the data; one lake at a time may use it',
    },
    project: { value: '<id>', env: 'LAKE_PROJECT', default: 'local', help: 'Project id' },
    'public-url': {
      value: '<url>',
      env: 'LAKE_PUBLIC_URL',
      help: 'Base of asset and login URLs; default http://localhost:<port>',
    },
    cors: {
      value: '<origins>',
      env: 'LAKE_CORS_ORIGINS',
      help: 'Origins of browsers that may read answers and log in, separated by commas; default: localhost on 3000 and 3333',
    },
    webhook: {
      value: '<json>',
      env: 'LAKE_WEBHOOKS',
      multiple: true,
      help: 'A webhook (or a list) as JSON or in a JSON file; may be repeated',
    },
  },
  examples: ['content-lake --port 3900 --data .data/content-lake'],
  start: async (flags) => {
    const lake = await startLake({
      port: parsePort(flags.port),
      host: flags.host,
      dataDir: flags.data,
      projectId: flags.project,
      publicUrl: flags['public-url'],
      corsOrigins: split(flags.cors),
      webhooks: flags.webhook.flatMap(webhooksOf),
    })
    return { message: `content lake listening on ${lake.url}`, close: lake.close }
  },
})
