import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import webPush from 'web-push'
import { z } from 'zod'
import { sendPush } from '../../lib/dashboard/alerts/push.ts'
import { fetchRecording } from '../../lib/dashboard/calls/recording.ts'
import { createWebhookChannel } from '../../lib/site/delivery/webhook.ts'
import type { Delivery } from '../../lib/site/delivery/deliver.ts'
import { createApi } from '../../lib/dashboard/integrations/api.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import type { Secret } from '../../lib/dashboard/integrations/repository.ts'
import { patchAgent } from '../../lib/dashboard/voice-vendor/vendor-api.ts'
import { sendMessage } from '../../lib/dashboard/webhooks/send.ts'
import { sealEndpointSecret } from '../../lib/dashboard/webhooks/secrets.ts'
import { buildPayload } from '../../lib/dashboard/webhooks/payload.ts'
import type { EndpointRow } from '../../lib/dashboard/webhooks/repository.ts'
import { signImage } from '../../sanity/image-signature.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { mapConcurrently } from '../support/until.ts'
import { startMonitoredSite } from './support/monitored-site.ts'

const { siteUrl, contact, projectId, dataset } = stack.env

const PUBLIC_SITE_URL = 'https://www.ductwise.example'

const TIMEOUT_MS = 5_000

const servers: Server[] = []
let visits: string[] = []
let port: number

async function listenOn(
  host: string,
  getResponse: (path: string) => { status: number; location?: string } | undefined,
  listenPort = 0,
) {
  const server = createServer(({ url = '' }, response) => {
    const { status, location } = getResponse(url) ?? { status: 404 }
    response.writeHead(status, location ? { location } : {}).end('{}')
  })
  server.listen(listenPort, host)
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

let site: Awaited<ReturnType<typeof startMonitoredSite>>
let redirectingUrl: string

beforeAll(async () => {
  const recordVisit = (path: string) => {
    visits.push(path)
    return { status: 200 }
  }
  port = await listenOn('127.0.0.1', recordVisit)
  // IPv6 is optional, because the machine may not support it.
  await listenOn('::1', recordVisit, port).catch(() => undefined)
  redirectingUrl = `http://127.0.0.1:${await listenOn('127.0.0.1', () => ({ status: 302, location: `http://127.0.0.1:${port}/redirected` }))}`
  site = await startMonitoredSite('watched-outgoing', { SANITY_API_HOST: redirectingUrl })
})

afterAll(async () => {
  await site.stop()
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
})

/** Returns loopback and private hosts in every notation that browsers and resolvers accept. */
const buildLoopbackHosts = (): string[] =>
  [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.127.127.127',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::127.0.0.1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    'user@127.0.0.1',
    'cdn.sanity.io@127.0.0.1',
    'api.elevenlabs.io:443@127.0.0.1',
    'fcm.googleapis.com@localhost',
    '127.0.0.1.nip.example@127.0.0.1',
    'app.localhost',
  ].map((host) => `${host}:${port}`)

const buildLoopbackUrls = (): string[] => [
  ...buildLoopbackHosts().flatMap((host) => [`http://${host}/private`, `https://${host}/private`]),
  `//127.0.0.1:${port}/private`,
  `\\\\127.0.0.1:${port}\\private`,
  `http:127.0.0.1:${port}/private`,
  `http:\\\\127.0.0.1:${port}\\private`,
  `HTTP://127.0.0.1:${port}/images/${projectId}/${dataset}/x.png`,
  `http://127.0.0.1:${port}#@cdn.sanity.io/images/`,
  `http://127.0.0.1:${port}?@api.elevenlabs.io/`,
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
]

async function recordVisits(work: () => Promise<unknown>): Promise<string[]> {
  visits = []
  await work()
  return visits
}

/** Fallback for an invalid instance URL. The tests do not count or send requests to this URL. */
const FALLBACK_INSTANCE_URL = 'https://login.salesforce.com'

/** Runs `work` in this process and records its requests. Blocks requests to hosts other than the test servers. */
async function recordRequests(work: () => Promise<unknown>): Promise<string[]> {
  const originalFetch = globalThis.fetch
  const requestedUrls: string[] = []
  globalThis.fetch = async (address, init) => {
    const text = address instanceof Request ? address.url : String(address)
    if (!text.startsWith(FALLBACK_INSTANCE_URL)) requestedUrls.push(text)
    if (!text.includes(`:${port}`)) throw new TypeError('Requests to other hosts are blocked in tests')
    return originalFetch(address, init)
  }
  try {
    return [...(await recordVisits(work)), ...requestedUrls]
  } finally {
    globalThis.fetch = originalFetch
  }
}

const getOutcome = (work: Promise<unknown>): Promise<string> =>
  Promise.race([
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.name : 'failed'),
    ),
    new Promise<string>((resolve) => setTimeout(resolve, TIMEOUT_MS, 'timeout').unref()),
  ])

async function fetchStatus(baseUrl: string, path: string): Promise<number> {
  try {
    const { status, body } = await fetch(baseUrl + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await body?.cancel()
    return status
  } catch {
    // Status 0 stands for a timeout or an aborted response.
    return 0
  }
}

const buildImagePath = (address: string) => `/_next/image?url=${encodeURIComponent(address)}&w=640&q=75`

check(
  {
    what: 'SSRF: images',
    tried: 'sent 68 spellings of loopback addresses to the image optimizer',
    expected: 'returns 400; the listeners receive no request',
  },
  async () => {
    const statuses = new Set<number>()
    const requests = await recordVisits(() =>
      mapConcurrently(buildLoopbackUrls(), async (address) =>
        statuses.add(await fetchStatus(siteUrl, buildImagePath(address))),
      ),
    )
    expect(requests).toEqual([])
    expect([...statuses]).toEqual([400])
    return `400, ${buildLoopbackUrls().length} times`
  },
)

check(
  {
    what: 'SSRF: image redirects',
    tried: 'requested a signed Content Lake image that redirects to a loopback address',
    expected: 'returns an error; the listener receives no request',
  },
  async () => {
    const address = `${redirectingUrl}/images/${projectId}/${dataset}/a-1x1.png`
    const statuses: number[] = []
    const requests = await recordVisits(async () => {
      statuses.push(await fetchStatus(site.url, buildImagePath(`${address}/${signImage(address, contact.secret)}`)))
    })
    expect(site.readLog()).toContain(`connect 127.0.0.1:${new URL(redirectingUrl).port}`)
    expect(requests).toEqual([])
    expect(statuses[0]).toBeGreaterThanOrEqual(400)
    return `${statuses.join()}, no request`
  },
)

const VAPID_KEYS = webPush.generateVAPIDKeys()
const pushSettings = { subject: 'mailto:office@ductwise.test', ...VAPID_KEYS }
const message = { title: 'x', body: 'x', path: '/dashboard', tag: 'x', isUrgent: false }
const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

const sendPushTo = (endpoint: string, from: string) =>
  sendPush({ endpoint, keys }, message, { push: pushSettings, siteUrl: from, timeoutMs: TIMEOUT_MS })

const playRecording = (address: string, from: string, apiUrl?: string) =>
  fetchRecording(address, { range: null, siteUrl: from, apiKey: 'a-key', ...(apiUrl && { apiUrl }) })

const buildSecret = (instance: string): Secret => ({
  accessToken: 'a-token',
  refreshToken: null,
  renewAt: null,
  key: null,
  details: { instance_url: instance },
  calendars: null,
})

const requestInstance = (instance: string, variables: Record<string, string> = {}) => {
  const { settings } = parseIntegrations(variables, variables.INTEGRATION_SALESFORCE_API ? siteUrl : PUBLIC_SITE_URL)
  return createApi(settings, 'salesforce', buildSecret(instance)).get('/services/data', z.unknown())
}

check(
  {
    what: 'SSRF: devices, recordings, instances',
    tried: 'used 68 spellings of loopback addresses as push endpoint, recording URL and token instance',
    expected: 'the listeners receive no request',
  },
  async () => {
    const disguises = ['/.salesforce.com', '#.salesforce.com', '?.force.com']
    const requests = await recordRequests(() =>
      mapConcurrently(buildLoopbackUrls(), async (address) => {
        await getOutcome(sendPushTo(address, PUBLIC_SITE_URL))
        await getOutcome(playRecording(address, PUBLIC_SITE_URL))
        for (const disguise of disguises) await getOutcome(requestInstance(address + disguise))
      }),
    )
    expect(requests).toEqual([])
    return `no request in ${buildLoopbackUrls().length * 5} attempts`
  },
)

const delivery = {
  id: '00000000-0000-4000-8000-000000000000',
  attempts: 1,
  message: {
    id: '1',
    name: 'Ada',
    email: 'ada@example.com',
    company: 'Byron',
    phone: null,
    message: 'x',
    createdAt: new Date(),
  },
} as unknown as Delivery

check(
  {
    what: 'SSRF: response redirects',
    tried:
      'returned redirects to loopback from a push service, the voice vendor (twice), a provider and the contact webhook',
    expected: 'follows no redirect',
  },
  async () => {
    const webhook = createWebhookChannel({
      url: redirectingUrl,
      secret: 'a-secret-of-more-than-24-characters',
      siteUrl,
    })
    const requests = await recordVisits(() =>
      Promise.all([
        getOutcome(sendPushTo(`${redirectingUrl}/push`, siteUrl)),
        getOutcome(playRecording(`${redirectingUrl}/recording`, siteUrl, redirectingUrl)),
        getOutcome(patchAgent({ apiUrl: redirectingUrl, apiKey: 'a-key' }, 'agent', {})),
        getOutcome(requestInstance('', { INTEGRATION_SALESFORCE_API: redirectingUrl })),
        getOutcome(webhook(delivery, { db: undefined as never, now: new Date() })),
      ]),
    )
    expect(requests).toEqual([])
    return 'no request after five redirects'
  },
)

check(
  {
    what: 'SSRF through the URL of a webhook',
    tried: 'loopback and private hosts in every notation, stored without validation',
    expected: 'sends no request to them',
  },
  async () => {
    const keys = [{ id: 'k1', bytes: new Uint8Array(32).fill(7) }]
    const secret = await sealEndpointSecret(keys, 'org_a', `whsec_${btoa('0'.repeat(32))}`)
    const message = { id: 'message', payload: buildPayload('test', new Date(), {}) }
    const outcomes: (number | null)[] = []
    const requests = await recordVisits(() =>
      mapConcurrently(buildLoopbackUrls(), async (url) => {
        const endpoint = { organizationId: 'org_a', url, secret, previousSecret: null } as EndpointRow
        const guard = { allowsLoopback: false }
        const attempt = { now: new Date(), signal: new AbortController().signal }
        const { status } = await sendMessage(endpoint, message, { keys, guard, timeoutMs: TIMEOUT_MS }, attempt)
        outcomes.push(status)
      }),
    )
    expect(requests).toEqual([])
    expect(outcomes.filter((status) => status !== null)).toEqual([])
    return `${outcomes.length} URLs refused`
  },
)
