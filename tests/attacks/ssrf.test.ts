import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import webPush from 'web-push'
import { z } from 'zod'
import { sendPush } from '../../lib/dashboard/alerts/push.ts'
import { fetchRecording } from '../../lib/dashboard/calls/recording.ts'
import { webhookChannel } from '../../lib/site/delivery/webhook.ts'
import type { Delivery } from '../../lib/site/delivery/deliver.ts'
import { apiFor } from '../../lib/dashboard/integrations/api.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import type { Secret } from '../../lib/dashboard/integrations/repository.ts'
import { patchAgent } from '../../lib/dashboard/voice-vendor/vendor-api.ts'
import { imageSignature } from '../../sanity/image-signature.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { forEach } from '../support/until.ts'
import { startWatchedSite } from './support/watched-site.ts'

const { siteUrl, contact, projectId, dataset } = stack.env

const PUBLIC = 'https://www.ductwise.example'

/** Timeout of requests in milliseconds. */
const DEADLINE = 5_000

const servers: Server[] = []
let visits: string[] = []
let port: number

async function listenOn(
  host: string,
  answer: (path: string) => { status: number; location?: string } | undefined,
  at = 0,
) {
  const server = createServer(({ url = '' }, response) => {
    const { status, location } = answer(url) ?? { status: 404 }
    response.writeHead(status, location ? { location } : {}).end('{}')
  })
  server.listen(at, host)
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

let site: Awaited<ReturnType<typeof startWatchedSite>>
let redirecting: string

beforeAll(async () => {
  const note = (path: string) => {
    visits.push(path)
    return { status: 200 }
  }
  port = await listenOn('127.0.0.1', note)
  // IPv6 is optional, because the machine may not support it.
  await listenOn('::1', note, port).catch(() => undefined)
  redirecting = `http://127.0.0.1:${await listenOn('127.0.0.1', () => ({ status: 302, location: `http://127.0.0.1:${port}/redirected` }))}`
  site = await startWatchedSite('watched-outgoing', { SANITY_API_HOST: redirecting })
})

afterAll(async () => {
  await site.stop()
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
})

/** Returns loopback and private hosts in every notation that browsers and resolvers accept. */
const hosts = (): string[] =>
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

const addresses = (): string[] => [
  ...hosts().flatMap((host) => [`http://${host}/private`, `https://${host}/private`]),
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

async function visitsDuring(work: () => Promise<unknown>): Promise<string[]> {
  visits = []
  await work()
  return visits
}

/** Fallback for an invalid instance URL. The tests do not count or send requests to this URL. */
const USUAL = 'https://login.salesforce.com'

/** Runs work in this process, records its requests and blocks all but those to the test servers. */
async function requestsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const original = globalThis.fetch
  const asked: string[] = []
  globalThis.fetch = async (address, init) => {
    const text = address instanceof Request ? address.url : String(address)
    if (!text.startsWith(USUAL)) asked.push(text)
    if (!text.includes(`:${port}`)) throw new TypeError('Requests to other hosts are blocked in tests')
    return original(address, init)
  }
  try {
    return [...(await visitsDuring(work)), ...asked]
  } finally {
    globalThis.fetch = original
  }
}

const ending = (work: Promise<unknown>): Promise<string> =>
  Promise.race([
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.name : 'failed'),
    ),
    new Promise<string>((resolve) => setTimeout(resolve, DEADLINE, 'timeout').unref()),
  ])

async function ask(at: string, path: string): Promise<number> {
  try {
    const { status, body } = await fetch(at + path, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE) })
    await body?.cancel()
    return status
  } catch {
    // Status 0 stands for a timeout or an aborted response.
    return 0
  }
}

const imagePath = (address: string) => `/_next/image?url=${encodeURIComponent(address)}&w=640&q=75`

check(
  {
    what: 'SSRF: images',
    tried: 'sent 68 spellings of loopback addresses to the image optimizer',
    expected: 'returns 400; the listeners receive no request',
  },
  async () => {
    const statuses = new Set<number>()
    const seen = await visitsDuring(() =>
      forEach(addresses(), async (address) => statuses.add(await ask(siteUrl, imagePath(address)))),
    )
    expect(seen).toEqual([])
    expect([...statuses]).toEqual([400])
    return `400, ${addresses().length} times`
  },
)

check(
  {
    what: 'SSRF: image redirects',
    tried: 'requested a signed Content Lake image that redirects to a loopback address',
    expected: 'returns an error; the listener receives no request',
  },
  async () => {
    const address = `${redirecting}/images/${projectId}/${dataset}/a-1x1.png`
    const statuses: number[] = []
    const seen = await visitsDuring(async () => {
      statuses.push(await ask(site.url, imagePath(`${address}/${imageSignature(address, contact.secret)}`)))
    })
    expect(site.noted()).toContain(`connect 127.0.0.1:${new URL(redirecting).port}`)
    expect(seen).toEqual([])
    expect(statuses[0]).toBeGreaterThanOrEqual(400)
    return `${statuses.join()}, no request`
  },
)

const VAPID = webPush.generateVAPIDKeys()
const push = { subject: 'mailto:office@ductwise.test', ...VAPID }
const message = { title: 'x', body: 'x', path: '/dashboard', tag: 'x', isUrgent: false }
const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

const sendTo = (endpoint: string, from: string) =>
  sendPush({ endpoint, keys }, message, { push, siteUrl: from, deadline: DEADLINE })

const play = (address: string, from: string, apiUrl?: string) =>
  fetchRecording(address, { range: null, siteUrl: from, apiKey: 'a-key', ...(apiUrl && { apiUrl }) })

const secret = (instance: string): Secret => ({
  accessToken: 'a-token',
  refreshToken: null,
  renewAt: null,
  key: null,
  details: { instance_url: instance },
  calendars: null,
})

const askInstance = (instance: string, variables: Record<string, string> = {}) => {
  const { settings } = parseIntegrations(variables, variables.INTEGRATION_SALESFORCE_API ? siteUrl : PUBLIC)
  return apiFor(settings, 'salesforce', secret(instance)).get('/services/data', z.unknown())
}

check(
  {
    what: 'SSRF: devices, recordings, instances',
    tried: 'used 68 spellings as push endpoint, recording URL and token instance',
    expected: 'the listeners receive no request',
  },
  async () => {
    const disguises = ['/.salesforce.com', '#.salesforce.com', '?.force.com']
    const seen = await requestsDuring(() =>
      forEach(addresses(), async (address) => {
        await ending(sendTo(address, PUBLIC))
        await ending(play(address, PUBLIC))
        for (const disguise of disguises) await ending(askInstance(address + disguise))
      }),
    )
    expect(seen).toEqual([])
    return `no request in ${addresses().length * 5} attempts`
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
    const webhook = webhookChannel({ url: redirecting, secret: 'a-secret-of-more-than-24-characters', siteUrl })
    const seen = await visitsDuring(() =>
      Promise.all([
        ending(sendTo(`${redirecting}/push`, siteUrl)),
        ending(play(`${redirecting}/recording`, siteUrl, redirecting)),
        ending(patchAgent({ apiUrl: redirecting, apiKey: 'a-key' }, 'agent', {})),
        ending(askInstance('', { INTEGRATION_SALESFORCE_API: redirecting })),
        ending(webhook(delivery, { db: undefined as never, now: new Date() })),
      ]),
    )
    expect(seen).toEqual([])
    return 'no request after five redirects'
  },
)
