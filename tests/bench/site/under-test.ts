import type { Browser } from '@playwright/test'
import type { Service } from '../../../scripts/support/processes.ts'
import { stack } from '../../support/stack/addresses.ts'
import { startStack } from '../../support/stack/stack.ts'
import { launchBrowser } from './browser.ts'
import { startHandWrittenSite, type Texts } from './hand-written.ts'
import { extractTexts, removeScripts } from './html.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { findPages, type Pages } from './pages.ts'
import { type PlainNext, startPlainNext } from './plain-next.ts'
import { startRelay } from './relay.ts'

export type BenchSetup = {
  site: string
  /** The running site. A benchmark part that restarts the site replaces it. */
  service: Service
  pages: Pages
  /** Serves the site from memory, with and without its scripts. */
  page: () => Promise<string>
  scriptless: () => Promise<string>
  handWritten: () => Promise<string>
  plainNext: () => Promise<PlainNext>
  /** Starts nginx. Undefined if it is unavailable. */
  nginx: () => Promise<Nginx | undefined>
  browser: () => Promise<Browser>
}

function memoize<T>(start: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => (promise ??= start())
}

const fetchHtml = async (path: string) => (await fetch(stack.env.siteUrl + path)).text()

export async function startBenchSetup(): Promise<BenchSetup> {
  const { services } = await startStack()
  const service = services.at(-1)
  if (!service) throw new Error('The stack has no site.')
  const site = stack.env.siteUrl
  const pages = await findPages()
  const texts = memoize(async (): Promise<Texts> => {
    const paths = Object.values(pages)
    return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, extractTexts(await fetchHtml(path))])))
  })
  return {
    site,
    service,
    pages,
    page: memoize(() => startRelay(site)),
    scriptless: memoize(() => startRelay(site, removeScripts)),
    handWritten: memoize(async () => startHandWrittenSite(await texts())),
    plainNext: memoize(async () => startPlainNext(await texts())),
    nginx: memoize(async () => startNginx(await fetchHtml(pages.Home))),
    browser: memoize(launchBrowser),
  }
}
