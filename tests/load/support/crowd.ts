import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { SIGNATURE_HEADER, signatureOf } from '../../../lib/dashboard/voice/signature.ts'
import { simulatedEvent } from '../../../scripts/support/sample-data/events.ts'
import { cookiesOfOwner } from './owners.ts'
import { waitUnlessOver } from './wait.ts'

/** Simulated clients. They run in a separate process, so that their CPU time does not distort the measurement. */
export type Crowd = {
  url: string
  pages: string[]
  visitors: number
  /** Minimum and maximum milliseconds between two requests of a visitor. */
  pause: [least: number, most: number]
  /** Number of searches per hundred requests. */
  searches: number
  companies: { organization: string; agentId: string }[]
  owners: number
  /** Milliseconds between two calls, and between two messages. 0 turns them off. */
  callEvery: number
  messageEvery: number
  voice: { secret: string; zone: string }
  mark: string
}

export type Seen = {
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

const FAILURES_KEPT = 10

/** Every n-th call and message is sent again, as if its response had been lost. */
const REPEATED = 3

/** Request timeout in milliseconds. Long polls get a response after 20 s. */
const PATIENCE = 30_000

/** Delay before a retry, in milliseconds. */
const AGAIN = 1_000

const WORDS = ['heat pump', 'pricing', 'missed calls', 'calendar', 'no heat', 'recording', 'spanish', 'plumbing']

const SCREENS = ['today', 'calls', 'leads', 'appointments', 'figures', 'assistant', 'log', 'calls?q=heat']

type Answer = { status: number; body: string }
type Ask = { method?: string; headers?: OutgoingHttpHeaders; body?: string }

/** Detects a reused connection that the server had already closed. Browsers retry such a request. */
const isStale = (error: NodeJS.ErrnoException, isReused: boolean) => isReused && error.code === 'ECONNRESET'

function client(base: string, own: OutgoingHttpHeaders) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  let hasLeft = false
  const ask = (path: string, asked: Ask = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body } = asked
      const sent = request(new URL(path, base), { agent, method, headers: { ...own, ...headers }, timeout: PATIENCE })
      sent.on('timeout', () => sent.destroy(new Error('request timed out')))
      sent.on('error', (error) => {
        if (!hasLeft && isStale(error, sent.reusedSocket)) return resolve(ask(path, asked))
        reject(error)
      })
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        // Does not decompress page bodies, because the test only counts them.
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
      })
      sent.end(body)
    })
  const leave = () => {
    hasLeft = true
    agent.destroy()
  }
  return { ask, leave }
}

const between = (least: number, most: number) => least + Math.random() * (most - least)

const oneOf = <Thing>(things: readonly Thing[]): Thing => {
  const thing = things[Math.floor(Math.random() * things.length)]
  if (thing === undefined) throw new Error('Empty list')
  return thing
}

/** Returns the client address that the proxy forwards for a visitor. */
const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

/** Runs the clients until stopped. @returns a function that waits for pending requests and returns the results */
export function gather(crowd: Crowd): { stop: () => Promise<Seen> } {
  const { url, mark, voice } = crowd
  const over = new AbortController()
  const { signal } = over
  const began = performance.now()
  const pages: number[] = []
  const seen = { answers: 0, failures: [] as string[], failed: 0, serverErrors: 0, repeated: 0, told: 0 }
  const calls: string[] = []
  const messages: string[] = []
  const leaves: (() => void)[] = []

  function companyOf(index: number) {
    const company = crowd.companies[index % crowd.companies.length]
    if (!company) throw new Error('No company')
    return company
  }

  const pause = (milliseconds: number) => waitUnlessOver(milliseconds, signal)

  function fail(what: string): void {
    seen.failed += 1
    if (seen.failures.length < FAILURES_KEPT) seen.failures.push(what)
  }

  /** Sends a request and records failures. @returns undefined after a failure */
  async function ask(from: ReturnType<typeof client>, path: string, asked: Ask = {}): Promise<Answer | undefined> {
    try {
      const answer = await from.ask(path, asked)
      seen.answers += 1
      if (answer.status >= 500) seen.serverErrors += 1
      if (answer.status < 400) return answer
      fail(`${asked.method ?? 'GET'} ${path}: ${answer.status}`)
    } catch (error) {
      fail(`${asked.method ?? 'GET'} ${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
    return undefined
  }

  let people = 0
  function person(headers: OutgoingHttpHeaders = {}) {
    const someone = client(url, { 'x-forwarded-for': addressOf(people++), 'accept-encoding': 'gzip', ...headers })
    leaves.push(someone.leave)
    return someone
  }

  async function visit(): Promise<void> {
    const visitor = person()
    await pause(between(0, crowd.pause[1]))
    while (!signal.aborted) {
      const isSearch = Math.random() * 100 < crowd.searches
      const path = isSearch ? `/search?q=${encodeURIComponent(oneOf(WORDS))}` : oneOf(crowd.pages)
      const start = performance.now()
      if (await ask(visitor, path)) pages.push(performance.now() - start)
      await pause(between(...crowd.pause))
    }
  }

  async function own(index: number): Promise<void> {
    const owner = person()
    const signedIn = cookiesOfOwner(url, companyOf(index).organization, `user_load_${index}`)
    const screen = SCREENS[Math.floor(index / crowd.companies.length) % SCREENS.length] ?? ''
    const read = async (path: string) =>
      ask(owner, `/api/dashboard/${path}`, { headers: { ...(await signedIn()), 'accept-encoding': 'identity' } })
    let last: string | null | undefined
    while (!signal.aborted) {
      const answer = await read(last === undefined ? 'changes' : `changes?since=${last ?? '-'}`)
      if (!answer) await pause(AGAIN)
      if (!answer || signal.aborted) continue
      const next = (JSON.parse(answer.body) as { last: string | null }).last
      if (last !== undefined && next !== last) seen.told += 1
      if (next !== last) await read(screen)
      last = next
    }
  }

  async function send(
    from: ReturnType<typeof client>,
    index: number,
    path: string,
    asked: () => Ask,
  ): Promise<boolean> {
    for (let tries = 0; tries < 3 && (tries === 0 || !signal.aborted); tries += 1) {
      if (await ask(from, path, asked())) {
        if (index % REPEATED !== 0) return true
        seen.repeated += 1
        await ask(from, path, asked())
        return true
      }
      await pause(AGAIN)
    }
    return false
  }

  async function call(index: number): Promise<void> {
    const vendor = person()
    const event = simulatedEvent(companyOf(index).agentId, voice.zone)
    const name = `${mark} call ${index}`
    event.data.analysis = { ...event.data.analysis, transcript_summary: name }
    const body = JSON.stringify(event)
    const signed = () => ({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        [SIGNATURE_HEADER]: signatureOf(body, voice.secret, new Date()),
      },
      body,
    })
    if (await send(vendor, index, '/api/webhooks/voice', signed)) calls.push(name)
    vendor.leave()
  }

  async function write(index: number): Promise<void> {
    const visitor = person({
      'accept-encoding': 'identity',
      'sec-fetch-site': 'same-origin',
      origin: new URL(url).origin,
    })
    const given = await ask(visitor, '/api/contact/ticket')
    if (!given) return
    const { ticket, waitMs } = JSON.parse(given.body) as { ticket: string; waitMs: number }
    await wait(waitMs + 50)
    const name = `${mark} message ${index}`
    const body = JSON.stringify({
      name: `Visitor ${index}`,
      email: `visitor-${index}@visitor.example`,
      company: 'Load & Sons',
      message: name,
      ticket,
    })
    const form = () => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (await send(visitor, index, '/api/contact', form)) messages.push(name)
    visitor.leave()
  }

  /** Runs `begin` at a fixed interval, even if earlier runs are still pending. */
  async function every(interval: number, begin: (index: number) => Promise<void>): Promise<void> {
    if (interval === 0) return
    const begun: Promise<void>[] = []
    for (let index = 0; !signal.aborted; index += 1) {
      begun.push(begin(index))
      await pause(interval)
    }
    await Promise.all(begun)
  }

  const running = [
    ...Array.from({ length: crowd.visitors }, visit),
    every(crowd.callEvery, call),
    every(crowd.messageEvery, write),
  ]
  const open = Array.from({ length: crowd.owners }, (_, index) => own(index))

  return {
    stop: async () => {
      const seconds = (performance.now() - began) / 1_000
      over.abort()
      await Promise.all(running)
      // Copies the failures first, because closing the dashboards aborts their requests, which does not count.
      const { failures, failed, ...rest } = { ...seen, failures: [...seen.failures] }
      for (const leave of leaves) leave()
      await Promise.all(open)
      pages.sort((a, b) => a - b)
      const at = (share: number) => Math.round(pages[Math.min(pages.length - 1, Math.floor(pages.length * share))] ?? 0)
      return { ...rest, failures, failed, seconds, calls, messages, page: { p50: at(0.5), p99: at(0.99), most: at(1) } }
    },
  }
}
