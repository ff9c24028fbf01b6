import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { SIGNATURE_HEADER, buildSignature } from '../../../lib/dashboard/voice/signature.ts'
import { createSimulatedEvent } from '../../../scripts/support/sample-data/events.ts'
import { createOwnerCookies } from './owners.ts'
import { waitUnlessAborted } from './wait.ts'

/** Simulated clients. They run in a separate process, so that their CPU time does not distort the measurement. */
export type Crowd = {
  url: string
  pages: string[]
  visitors: number
  /** Minimum and maximum pause between two requests of a visitor, in milliseconds. */
  pause: [least: number, most: number]
  /** Number of searches per hundred requests. */
  searches: number
  companies: { organization: string; agentId: string }[]
  owners: number
  /** Milliseconds between two calls, and between two messages. 0 disables them. */
  callEvery: number
  messageEvery: number
  voice: { secret: string; zone: string }
  mark: string
}

export type CrowdResult = {
  seconds: number
  answers: number
  failures: string[]
  failed: number
  serverErrors: number
  /** Response times of pages in milliseconds, by percentile. */
  page: { p50: number; p99: number; most: number }
  calls: string[]
  messages: string[]
  repeated: number
  told: number
}

const MAX_RECORDED_FAILURES = 10

/** Every n-th call and message is sent again, as if its response had been lost. */
const REPEAT_INTERVAL = 3

/** Request timeout. Long polls get a response after 20 s. */
const REQUEST_TIMEOUT_MS = 30_000

const RETRY_DELAY_MS = 1_000

const SEARCH_TERMS = ['heat pump', 'pricing', 'missed calls', 'calendar', 'no heat', 'recording', 'spanish', 'plumbing']

const SCREEN_PATHS = ['today', 'calls', 'leads', 'appointments', 'figures', 'assistant', 'log', 'calls?q=heat']

type ClientResponse = { status: number; body: string }
type ClientRequestOptions = { method?: string; headers?: OutgoingHttpHeaders; body?: string }

/** Detects a reused connection that the server had already closed. Browsers retry such a request. */
const isStale = (error: NodeJS.ErrnoException, isReused: boolean) => isReused && error.code === 'ECONNRESET'

function createHttpClient(baseUrl: string, defaultHeaders: OutgoingHttpHeaders) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  let isClosed = false
  const sendRequest = (path: string, options: ClientRequestOptions = {}): Promise<ClientResponse> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body } = options
      const clientRequest = request(new URL(path, baseUrl), {
        agent,
        method,
        headers: { ...defaultHeaders, ...headers },
        timeout: REQUEST_TIMEOUT_MS,
      })
      clientRequest.on('timeout', () => clientRequest.destroy(new Error('request timed out')))
      clientRequest.on('error', (error) => {
        if (!isClosed && isStale(error, clientRequest.reusedSocket)) return resolve(sendRequest(path, options))
        reject(error)
      })
      clientRequest.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        // Does not decompress page bodies, because the test only counts them.
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
      })
      clientRequest.end(body)
    })
  const close = () => {
    isClosed = true
    agent.destroy()
  }
  return { ask: sendRequest, leave: close }
}

const getRandomBetween = (min: number, max: number) => min + Math.random() * (max - min)

const pickRandom = <Thing>(items: readonly Thing[]): Thing => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('Empty list')
  return item
}

/** Returns the client address that the proxy forwards for a visitor. */
const getClientAddress = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

/** Runs the clients until stopped. @returns a function that waits for pending requests and returns the results */
export function startClients(crowd: Crowd): { stop: () => Promise<CrowdResult> } {
  const { url, mark, voice } = crowd
  const stopController = new AbortController()
  const { signal } = stopController
  const startedAt = performance.now()
  const pages: number[] = []
  const totals = { answers: 0, failures: [] as string[], failed: 0, serverErrors: 0, repeated: 0, told: 0 }
  const calls: string[] = []
  const messages: string[] = []
  const closers: (() => void)[] = []

  function getCompany(index: number) {
    const company = crowd.companies[index % crowd.companies.length]
    if (!company) throw new Error('No company')
    return company
  }

  const pauseFor = (milliseconds: number) => waitUnlessAborted(milliseconds, signal)

  function recordFailure(failure: string): void {
    totals.failed += 1
    if (totals.failures.length < MAX_RECORDED_FAILURES) totals.failures.push(failure)
  }

  /** Sends a request and records failures. @returns undefined after a failure */
  async function sendAndCount(
    from: ReturnType<typeof createHttpClient>,
    path: string,
    options: ClientRequestOptions = {},
  ): Promise<ClientResponse | undefined> {
    try {
      const response = await from.ask(path, options)
      totals.answers += 1
      if (response.status >= 500) totals.serverErrors += 1
      if (response.status < 400) return response
      recordFailure(`${options.method ?? 'GET'} ${path}: ${response.status}`)
    } catch (error) {
      recordFailure(`${options.method ?? 'GET'} ${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
    return undefined
  }

  let clientCount = 0
  function addClient(headers: OutgoingHttpHeaders = {}) {
    const newClient = createHttpClient(url, {
      'x-forwarded-for': getClientAddress(clientCount++),
      'accept-encoding': 'gzip',
      ...headers,
    })
    closers.push(newClient.leave)
    return newClient
  }

  async function simulateVisitor(): Promise<void> {
    const visitor = addClient()
    await pauseFor(getRandomBetween(0, crowd.pause[1]))
    while (!signal.aborted) {
      const isSearch = Math.random() * 100 < crowd.searches
      const path = isSearch ? `/search?q=${encodeURIComponent(pickRandom(SEARCH_TERMS))}` : pickRandom(crowd.pages)
      const start = performance.now()
      if (await sendAndCount(visitor, path)) pages.push(performance.now() - start)
      await pauseFor(getRandomBetween(...crowd.pause))
    }
  }

  async function simulateOwner(index: number): Promise<void> {
    const owner = addClient()
    const getCookies = createOwnerCookies(url, getCompany(index).organization, `user_load_${index}`)
    const screen = SCREEN_PATHS[Math.floor(index / crowd.companies.length) % SCREEN_PATHS.length] ?? ''
    const readPath = async (path: string) =>
      sendAndCount(owner, `/api/dashboard/${path}`, {
        headers: { ...(await getCookies()), 'accept-encoding': 'identity' },
      })
    let last: string | null | undefined
    while (!signal.aborted) {
      const response = await readPath(last === undefined ? 'changes' : `changes?since=${last ?? '-'}`)
      if (!response) await pauseFor(RETRY_DELAY_MS)
      if (!response || signal.aborted) continue
      const next = (JSON.parse(response.body) as { last: string | null }).last
      if (last !== undefined && next !== last) totals.told += 1
      if (next !== last) await readPath(screen)
      last = next
    }
  }

  async function sendWithRetry(
    from: ReturnType<typeof createHttpClient>,
    index: number,
    path: string,
    buildOptions: () => ClientRequestOptions,
  ): Promise<boolean> {
    for (let attempt = 0; attempt < 3 && (attempt === 0 || !signal.aborted); attempt += 1) {
      if (await sendAndCount(from, path, buildOptions())) {
        if (index % REPEAT_INTERVAL !== 0) return true
        totals.repeated += 1
        await sendAndCount(from, path, buildOptions())
        return true
      }
      await pauseFor(RETRY_DELAY_MS)
    }
    return false
  }

  async function call(index: number): Promise<void> {
    const vendor = addClient()
    const event = createSimulatedEvent(getCompany(index).agentId, voice.zone)
    const name = `${mark} call ${index}`
    event.data.analysis = { ...event.data.analysis, transcript_summary: name }
    const body = JSON.stringify(event)
    const buildSignedRequest = () => ({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        [SIGNATURE_HEADER]: buildSignature(body, voice.secret, new Date()),
      },
      body,
    })
    if (await sendWithRetry(vendor, index, '/api/webhooks/voice', buildSignedRequest)) calls.push(name)
    vendor.leave()
  }

  async function simulateMessage(index: number): Promise<void> {
    const visitor = addClient({
      'accept-encoding': 'identity',
      'sec-fetch-site': 'same-origin',
      origin: new URL(url).origin,
    })
    const ticketResponse = await sendAndCount(visitor, '/api/contact/ticket')
    if (!ticketResponse) return
    const { ticket, waitMs } = JSON.parse(ticketResponse.body) as { ticket: string; waitMs: number }
    await wait(waitMs + 50)
    const name = `${mark} message ${index}`
    const body = JSON.stringify({
      name: `Visitor ${index}`,
      email: `visitor-${index}@visitor.example`,
      company: 'Load & Sons',
      message: name,
      ticket,
    })
    const buildForm = () => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (await sendWithRetry(visitor, index, '/api/contact', buildForm)) messages.push(name)
    visitor.leave()
  }

  /** Runs `run` at a fixed interval, even if earlier runs are still pending. */
  async function runAtInterval(intervalMs: number, run: (index: number) => Promise<void>): Promise<void> {
    if (intervalMs === 0) return
    const runs: Promise<void>[] = []
    for (let index = 0; !signal.aborted; index += 1) {
      runs.push(run(index))
      await pauseFor(intervalMs)
    }
    await Promise.all(runs)
  }

  const running = [
    ...Array.from({ length: crowd.visitors }, simulateVisitor),
    runAtInterval(crowd.callEvery, call),
    runAtInterval(crowd.messageEvery, simulateMessage),
  ]
  const ownerRuns = Array.from({ length: crowd.owners }, (_, index) => simulateOwner(index))

  return {
    stop: async () => {
      const seconds = (performance.now() - startedAt) / 1_000
      stopController.abort()
      await Promise.all(running)
      // Copies the failures first, because closing the dashboards aborts their requests, which does not count.
      const { failures, failed, ...rest } = { ...totals, failures: [...totals.failures] }
      for (const closeClient of closers) closeClient()
      await Promise.all(ownerRuns)
      pages.sort((a, b) => a - b)
      const getPercentile = (fraction: number) =>
        Math.round(pages[Math.min(pages.length - 1, Math.floor(pages.length * fraction))] ?? 0)
      return {
        ...rest,
        failures,
        failed,
        seconds,
        calls,
        messages,
        page: { p50: getPercentile(0.5), p99: getPercentile(0.99), most: getPercentile(1) },
      }
    },
  }
}
