import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { ConfigurationError, createReporter, serve } from '../../local-server/index.ts'
import { createCache } from '../cache/cache.ts'
import { createEntries, type Rules } from '../cache/rules.ts'

const report = createReporter('edge cache')

export type ApiResponse = { status: number; body: unknown; headers?: OutgoingHttpHeaders }

export const parseStrings = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined

export type Fault = number | 'silence'

export type Purge = {
  tags: string[]
  isEverything: boolean
  /** True if the purge marks pages as stale instead of removing them (Fastly only). */
  isSoft: boolean
  at: number
}

export type EdgeCacheOptions = {
  origin: string
  token: string
  port?: number
  apiPort?: number
  originTimeoutMs?: number
  now?: () => number
}

export type EdgeCache = {
  url: string
  apiUrl: string
  purges: () => Purge[]
  /** Makes the next `times` API requests fail with a status or never get a response. */
  injectFault: (fault: Fault, times?: number) => void
  close: () => Promise<void>
}

function checkOptions({ origin, token }: EdgeCacheOptions, id: string): void {
  if (!URL.canParse(origin) || new URL(origin).protocol !== 'http:')
    throw new ConfigurationError(
      '--origin is missing or invalid: set the URL of the site, such as http://127.0.0.1:3000',
    )
  if (!id)
    throw new ConfigurationError(
      '--id is missing: set the ID of the service (Fastly) or zone (Cloudflare); any text works',
    )
  if (!token) throw new ConfigurationError('--token is missing: any text works')
}

export type Api = {
  answer: (request: IncomingMessage, body: string) => ApiResponse
  fault: (status: number) => ApiResponse
}

export type ApiContext = {
  id: string
  token: string
  now: () => number
  purge: (sent: string[], isSoft?: boolean, tags?: string[]) => void
  purgeEverything: () => void
}

type Vendor = {
  id: string
  rules: Rules
  originTimeoutMs: number
  createApi: (parts: ApiContext) => Api
}

export async function startCache(
  options: EdgeCacheOptions,
  { id, rules, originTimeoutMs, createApi }: Vendor,
): Promise<EdgeCache> {
  const { origin, token, port = 0, apiPort = 0, now = Date.now } = options
  checkOptions(options, id)
  const entries = createEntries(now)
  const purges: Purge[] = []
  const faults = { left: 0, next: 500 as Fault }
  const api = createApi({
    id,
    token,
    now,
    purge(keys, isSoft = false, tags = keys) {
      entries.purge(new Set(tags), isSoft ? 'soft' : undefined)
      purges.push({ tags: keys, isEverything: false, isSoft, at: now() })
    },
    purgeEverything() {
      entries.clear()
      purges.push({ tags: [], isEverything: true, isSoft: false, at: now() })
    },
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const fault = faults.left > 0 ? faults.next : undefined
    if (fault !== undefined) faults.left -= 1
    // The API never responds, so the client runs into its timeout.
    if (fault === 'silence') return
    const { status, body: value, headers } = fault === undefined ? api.answer(request, body) : api.fault(fault)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }

  const timeoutMs = options.originTimeoutMs ?? originTimeoutMs
  const visitorServer = await serve(createCache({ origin, rules, entries, now, originTimeoutMs: timeoutMs }), port)
  const handleApi: RequestListener = (request, response) => {
    handle(request, response).catch((error: unknown) => {
      report(error)
      response.destroy()
    })
  }
  const { url: apiUrl, close } = await serve(handleApi, apiPort, visitorServer.close).catch(async (error: unknown) => {
    await visitorServer.close()
    throw error
  })
  return {
    url: visitorServer.url,
    apiUrl,
    purges: () => [...purges],
    injectFault: (next, times = 1) => void Object.assign(faults, { next, left: times }),
    close,
  }
}
