import type { Browser } from '@playwright/test'
import { goTo, openPage, PHONE_OPTIONS, type NetworkResponse, watchTraffic } from './browser.ts'
import type { Kind } from './pages.ts'
import type { BenchSetup } from './under-test.ts'

export const PARTS = ['HTML', 'CSS', 'site scripts', 'framework scripts', 'fonts', 'images', 'other'] as const

type Part = (typeof PARTS)[number]

export type Weight = { requests: number; bytes: Record<Part, number> }

/** Longer than the 1.5 s after which a page loads its deferred parts. */
const IDLE_MS = 2_500

const PART_BY_TYPE: Record<string, Part> = { document: 'HTML', stylesheet: 'CSS', font: 'fonts', image: 'images' }

function getPart({ type, url }: NetworkResponse): Part {
  if (type === 'script') return new URL(url).pathname.startsWith('/_next/') ? 'framework scripts' : 'site scripts'
  return PART_BY_TYPE[type] ?? 'other'
}

async function measureWeight(browser: Browser, url: string): Promise<Weight> {
  const { page, close } = await openPage(browser, PHONE_OPTIONS)
  const traffic = watchTraffic(page)
  await goTo(page, url)
  await traffic.waitForIdle(IDLE_MS)
  const bytes = Object.fromEntries(PARTS.map((part) => [part, 0])) as Weight['bytes']
  const responses = traffic.getResponses()
  for (const request of responses) bytes[getPart(request)] += request.bytes
  await close()
  return { requests: responses.length, bytes }
}

export type Weights = {
  pages: Record<Kind, { page: Weight; twin: Weight }>
  handWritten: Weight
  plainNext: Weight
}

export async function measurePageWeights({ pages, ...start }: BenchSetup): Promise<Weights> {
  const browser = await start.browser()
  const [site, scriptlessUrl] = [await start.page(), await start.scriptless()]
  const weights: [string, { page: Weight; twin: Weight }][] = []
  for (const [kind, path] of Object.entries(pages)) {
    weights.push([
      kind,
      { page: await measureWeight(browser, site + path), twin: await measureWeight(browser, scriptlessUrl + path) },
    ])
  }
  return {
    pages: Object.fromEntries(weights) as Weights['pages'],
    handWritten: await measureWeight(browser, (await start.handWritten()) + pages.Home),
    plainNext: await measureWeight(browser, (await start.plainNext()).address + pages.Home),
  }
}
