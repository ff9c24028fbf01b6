import type { Browser } from '@playwright/test'
import type { Service } from '../../../scripts/support/processes.ts'
import { stack } from '../../support/stack/addresses.ts'
import { startStack } from '../../support/stack/stack.ts'
import { launchBrowser } from './browser.ts'
import { startHandWritten, type Texts } from './hand-written.ts'
import { textsOf, withoutScripts } from './html.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { findPages, type Pages } from './pages.ts'
import { type PlainNext, startPlainNext } from './plain-next.ts'
import { startRelay } from './relay.ts'

export type UnderTest = {
  site: string
  /** The running site. A benchmark part that restarts the site replaces it. */
  service: Service
  pages: Pages
  /** Serves the site from memory, with and without its scripts. */
  page: () => Promise<string>
  twin: () => Promise<string>
  handWritten: () => Promise<string>
  plainNext: () => Promise<PlainNext>
  /** Starts nginx. Undefined if it is unavailable. */
  nginx: () => Promise<Nginx | undefined>
  browser: () => Promise<Browser>
}

function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => (started ??= start())
}

const htmlOf = async (path: string) => (await fetch(stack.env.siteUrl + path)).text()

export async function startUnderTest(): Promise<UnderTest> {
  const { services } = await startStack()
  const service = services.at(-1)
  if (!service) throw new Error('The stack has no site.')
  const site = stack.env.siteUrl
  const pages = await findPages()
  const texts = once(async (): Promise<Texts> => {
    const paths = Object.values(pages)
    return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, textsOf(await htmlOf(path))])))
  })
  return {
    site,
    service,
    pages,
    page: once(() => startRelay(site)),
    twin: once(() => startRelay(site, withoutScripts)),
    handWritten: once(async () => startHandWritten(await texts())),
    plainNext: once(async () => startPlainNext(await texts())),
    nginx: once(async () => startNginx(await htmlOf(pages.Home))),
    browser: once(launchBrowser),
  }
}
