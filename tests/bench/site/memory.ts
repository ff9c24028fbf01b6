import { readFileSync } from 'node:fs'
import { forEach } from '../../support/until.ts'
import { restartSite } from './cold-start.ts'
import { sitemapPaths } from './pages.ts'
import type { UnderTest } from './under-test.ts'

const AT_ONCE = 16

/** Memory of the site process in MB, with the number of crawled pages and the seconds. */
export type Memory = {
  started: number
  highest: number
  afterwards: number
  pages: number
  unknownPaths: number
  seconds: number
}

/** Returns the current and peak memory in MB from /proc, which only Linux has. */
function memoryOf(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
  return { now: megabytes('VmRSS'), highest: megabytes('VmHWM') }
}

async function look(url: string, status: number): Promise<void> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  await response.arrayBuffer()
  if (response.status !== status) throw new Error(`${url} is answered with ${response.status}`)
}

/** Restarts the site and crawls its sitemap and many unknown paths. @returns undefined if process memory is unknown */
export async function crawl(under: UnderTest, unknownPaths: number): Promise<Memory | undefined> {
  if (process.platform !== 'linux') return undefined
  await restartSite(under)
  const pid = under.service.child.pid
  if (pid === undefined) throw new Error('The site has no process.')
  const started = memoryOf(pid).now
  const begun = performance.now()
  const pages = await sitemapPaths()
  await forEach(pages, (path) => look(under.site + path, 200), AT_ONCE)
  const unknown = Array.from({ length: unknownPaths }, (_, index) => `/no-page-of-the-crawl-${index}`)
  await forEach(unknown, (path) => look(under.site + path, 404), AT_ONCE)
  const seconds = (performance.now() - begun) / 1_000
  const { now, highest } = memoryOf(pid)
  return { started, highest, afterwards: now, pages: pages.length, unknownPaths, seconds }
}
