import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildNextCommand, run, serve } from '../../../scripts/support/processes.ts'
import { buildSiteVariables } from '../../../scripts/support/services.ts'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { stack } from '../../support/stack/addresses.ts'
import { copyRelease } from '../../support/stack/own-release.ts'
import { fetchRawResponse } from './raw-response.ts'
import { computeMedian } from './statistics.ts'
import { hasTool, toolEnvironment } from './tools.ts'
import type { BenchSetup } from './under-test.ts'

export const CONNECTION_COUNT = 16

const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** Summary of wrk: `p99` in µs, `broken` connections, and `refused` responses with a status above 399. */
type Round = { requests: number; microseconds: number; p99: number; broken: number; refused: number }

export type Target = {
  name: string
  address: string
  /** If true, each request is for a different path that does not exist. */
  isUnknown?: boolean
}

/** Medians of the rounds: `p99` in ms, bytes per response. Failed requests are the total of all rounds. */
export type Load = {
  name: string
  perSecond: number
  p99: number
  encoding: string
  bytes: number
  failed: number
}

let unknownPathCount = 0

async function runRound({ address, isUnknown }: Target, seconds: number): Promise<Round> {
  const logFile = resolve(stack.dataDir, 'logs/bench-wrk.log')
  const unknownPaths = isUnknown ? [`/an-address-without-a-page-${Date.now().toString(36)}-${unknownPathCount++}`] : []
  const script = resolve(import.meta.dirname, 'load.lua')
  const options = ['-t', '2', '-c', String(CONNECTION_COUNT), '-d', `${seconds}s`, '-s', script]
  await run({
    name: 'wrk',
    command: 'wrk',
    args: [...options, '-H', `Accept-Encoding: ${ACCEPT_ENCODING}`, address, ...unknownPaths],
    env: toolEnvironment,
    logFile,
  })
  const [summary] = readFileSync(logFile, 'utf8').match(/^\{.*\}$/m) ?? []
  if (!summary) throw new Error(`wrk has said nothing of ${address}`)
  return JSON.parse(summary) as Round
}

async function fetchFirstResponse({ name, address, isUnknown }: Target): Promise<Pick<Load, 'encoding' | 'bytes'>> {
  const url = isUnknown ? `${address}/an-address-without-a-page` : address
  const { status, headers, body } = await fetchRawResponse(url, { 'accept-encoding': ACCEPT_ENCODING })
  if (status !== (isUnknown ? 404 : 200)) throw new Error(`${name}: ${url} is answered with ${status}`)
  return { encoding: headers['content-encoding'] ?? 'none', bytes: body.length }
}

async function startNextServer(): Promise<string> {
  const port = String(await findFreePort())
  const address = `http://localhost:${port}`
  await serve(
    {
      name: 'The site by Next alone',
      args: buildNextCommand('start', '--port', port, '--hostname', 'localhost'),
      cwd: copyRelease('bench-next-alone'),
      env: { ...buildSiteVariables(stack), NODE_ENV: 'production' },
      logFile: resolve(stack.dataDir, 'logs/bench-next-alone.log'),
    },
    `${address}/robots.txt`,
  )
  return address
}

export const NGINX_COMPRESSING_LABEL = 'The same HTML from nginx, compressed for each response'

async function buildTargets(setup: BenchSetup): Promise<Target[]> {
  const nginx = await setup.nginx()
  const nextServerUrl = await startNextServer()
  const plainNextUrl = (await setup.plainNext()).address
  return [
    { name: 'The site', address: `${setup.site}/` },
    ...(nginx ? [{ name: NGINX_COMPRESSING_LABEL, address: `${nginx.compressing}/` }] : []),
    ...(nginx ? [{ name: 'The site behind an nginx cache', address: `${nginx.caching}/` }] : []),
    { name: 'The site with `next start`, without its gateway', address: `${nextServerUrl}/` },
    { name: 'A default Next.js page', address: `${plainNextUrl}/` },
    { name: 'Unknown paths of the site', address: setup.site, isUnknown: true },
    { name: 'Unknown paths of the default Next.js app', address: plainNextUrl, isUnknown: true },
  ]
}

/** Loads each server in turn with 16 concurrent connections. @returns undefined if wrk is unavailable */
export async function loadTargets(targets: Target[], rounds: number, seconds: number): Promise<Load[] | undefined> {
  if (!(await hasTool('wrk'))) return undefined
  const loads: { target: Target; first: Awaited<ReturnType<typeof fetchFirstResponse>>; rounds: Round[] }[] = []
  for (const target of targets) {
    loads.push({ target, first: await fetchFirstResponse(target), rounds: [] })
    await runRound(target, 1)
  }
  for (let roundIndex = 0; roundIndex < rounds; roundIndex++) {
    for (const { target, rounds } of loads) rounds.push(await runRound(target, seconds))
  }
  return loads.map(({ target, first, rounds }) => ({
    name: target.name,
    perSecond: computeMedian(rounds.map(({ requests, microseconds }) => (requests * 1_000_000) / microseconds)),
    p99: computeMedian(rounds.map(({ p99 }) => p99 / 1_000)),
    ...first,
    failed: rounds.reduce((sum, { broken, refused }) => sum + broken + (target.isUnknown ? 0 : refused), 0),
  }))
}

export const loadServers = async (setup: BenchSetup, rounds: number, seconds: number): Promise<Load[] | undefined> =>
  (await hasTool('wrk')) ? loadTargets(await buildTargets(setup), rounds, seconds) : undefined
