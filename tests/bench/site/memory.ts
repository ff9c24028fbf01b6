import { readFileSync } from 'node:fs'
import { mapConcurrently } from '../../support/until.ts'
import { restartSite } from './cold-start.ts'
import { fetchSitemapPaths } from './pages.ts'
import type { BenchSetup } from './under-test.ts'

const CONCURRENCY = 16

/** Memory of the site process in MB, the number of crawled pages, and the duration in seconds. */
export type Memory = {
  started: number
  highest: number
  afterwards: number
  pages: number
  unknownPaths: number
  seconds: number
}

/** Returns the current and peak memory in MB from /proc, which only Linux has. */
function readMemory(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const readMegabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
  return { now: readMegabytes('VmRSS'), highest: readMegabytes('VmHWM') }
}

async function fetchPage(url: string, status: number): Promise<void> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  await response.arrayBuffer()
  if (response.status !== status) throw new Error(`${url} is answered with ${response.status}`)
}

/** Restarts the site and crawls its sitemap and many unknown paths. @returns undefined if process memory is unknown */
export async function crawl(setup: BenchSetup, unknownPaths: number): Promise<Memory | undefined> {
  if (process.platform !== 'linux') return undefined
  await restartSite(setup)
  const pid = setup.service.child.pid
  if (pid === undefined) throw new Error('The site has no process.')
  const startedMb = readMemory(pid).now
  const startedAt = performance.now()
  const pages = await fetchSitemapPaths()
  await mapConcurrently(pages, (path) => fetchPage(setup.site + path, 200), CONCURRENCY)
  const missingPaths = Array.from({ length: unknownPaths }, (_, index) => `/no-page-of-the-crawl-${index}`)
  await mapConcurrently(missingPaths, (path) => fetchPage(setup.site + path, 404), CONCURRENCY)
  const seconds = (performance.now() - startedAt) / 1_000
  const { now, highest } = readMemory(pid)
  return { started: startedMb, highest, afterwards: now, pages: pages.length, unknownPaths, seconds }
}
