import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { until } from '../support/until.ts'
import { send } from './support/sending.ts'

const CONNECTIONS = 500
const REQUESTS = 30

/** Maximum response time in ms for other clients, and maximum memory growth in MB. */
const ANSWERED_WITHIN = 500
const MEMORY = 150

/** Number of attempts, because the machine may be slow. */
const TRIES = 3

/** Milliseconds of measurement, and the time limit for closing connections that read nothing. */
const LOOK_FOR = 2_000
const CLOSED_WITHIN = 30_000

let site: Site
let readers: ChildProcess | undefined
let memoryBefore = 0
let filesBefore = 0

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.child.pid}/status`, 'utf8'))?.[1]) / 1_024
const openFiles = () => readdirSync(`/proc/${site.child.pid}/fd`).length

const areClosed = () => openFiles() <= filesBefore + CONNECTIONS / 50

beforeAll(async () => {
  site = await startSite({ name: 'slow-readers' })
  for (let visit = 0; visit < 5; visit++) await Promise.all([look('/'), look('/robots.txt')])
  memoryBefore = memory()
  filesBefore = openFiles()
})
afterAll(async () => {
  readers?.kill('SIGKILL')
  await site?.kill()
})

/** Returns the response time in ms on a new connection, or Infinity without a 200 response. */
async function look(path: string): Promise<number> {
  const start = performance.now()
  const asked = `GET ${path} HTTP/1.1\r\nHost: localhost:${site.port}\r\nConnection: close\r\n\r\n`
  const { text } = await send(asked, { port: site.port, patience: 15_000 })
  return text.startsWith('HTTP/1.1 200') ? Math.round(performance.now() - start) : Number.POSITIVE_INFINITY
}

async function worstOfOthers(): Promise<number> {
  readers?.kill('SIGKILL')
  await until('the previous connections to close', async () => areClosed() || undefined)
  const program = fileURLToPath(new URL('support/deaf-readers.ts', import.meta.url))
  readers = fork(program, [site.port, CONNECTIONS, REQUESTS].map(String), { execArgv: [] })
  const over = performance.now() + LOOK_FOR
  let worst = 0
  while (performance.now() < over) worst = Math.max(worst, ...(await Promise.all([look('/'), look('/robots.txt')])))
  return worst
}

check(
  {
    what: 'Slow readers: other visitors',
    tried: `${CONNECTIONS} connections, each with ${REQUESTS} home page requests and unread responses`,
    expected: `/ and /robots.txt respond within ${ANSWERED_WITHIN} ms`,
  },
  async () => {
    let best = Number.POSITIVE_INFINITY
    for (let tried = 0; tried < TRIES && best > ANSWERED_WITHIN; tried++) best = Math.min(best, await worstOfOthers())
    expect(best).toBeLessThanOrEqual(ANSWERED_WITHIN)
    return `${best} ms at worst`
  },
)

check(
  {
    what: 'Slow readers: memory and connections',
    tried: `left the same ${CONNECTIONS} connections unread`,
    expected: `uses at most ${MEMORY} MB more and closes all within ${CLOSED_WITHIN / 1_000} s`,
  },
  async () => {
    let most = memory() - memoryBefore
    const start = performance.now()
    const isOver = () => areClosed() || performance.now() - start > CLOSED_WITHIN
    const over = async () => {
      most = Math.max(most, memory() - memoryBefore)
      return isOver() || undefined
    }
    await until('the connections to close', over, { deadlineMs: 2 * CLOSED_WITHIN, intervalMs: 200 })
    const seconds = Math.round((performance.now() - start) / 1_000)
    readers?.send('read')
    const [{ ended }] = readers ? ((await once(readers, 'message')) as [{ ended: number }]) : [{ ended: 0 }]
    expect(ended).toBe(CONNECTIONS)
    expect(most).toBeLessThanOrEqual(MEMORY)
    return `${Math.round(most)} MB more, all ${ended} closed after ${seconds} s`
  },
)

check(
  {
    what: 'Pipelined requests on one connection',
    tried: 'pipelined 200 requests and read the responses; then 30',
    expected: 'closes the first connection early and serves the second completely',
  },
  async () => {
    const asked = async (requests: number) => {
      const one = `GET /robots.txt HTTP/1.1\r\nHost: localhost:${site.port}\r\n`
      const all = `${`${one}\r\n`.repeat(requests)}${one}Connection: close\r\n\r\n`
      const { text, isEnded } = await send(all, { port: site.port })
      return { answers: text.split('HTTP/1.1 200').length - 1, isEnded }
    }
    const [many, some] = [await asked(200), await asked(30)]
    expect([many.answers < 200, many.isEnded]).toEqual([true, true])
    expect(some).toEqual({ answers: 31, isEnded: true })
    return `${many.answers} of 201 responses and closed; 31 of 31`
  },
)
