import type { Browser } from '@playwright/test'
import { goTo, openPage, PHONE, type Sent, watchTraffic } from './browser.ts'
import type { Kind } from './pages.ts'
import type { UnderTest } from './under-test.ts'

export const PARTS = ['HTML', 'CSS', 'own scripts', "framework's scripts", 'fonts', 'pictures', 'other'] as const

type Part = (typeof PARTS)[number]

export type Weight = { requests: number; bytes: Record<Part, number> }

/** Milliseconds, longer than the 1.5 s after which a page loads its deferred parts. */
const RESTS_MS = 2_500

const PART_OF_TYPE: Record<string, Part> = { document: 'HTML', stylesheet: 'CSS', font: 'fonts', image: 'pictures' }

function partOf({ type, url }: Sent): Part {
  if (type === 'script') return new URL(url).pathname.startsWith('/_next/') ? "framework's scripts" : 'own scripts'
  return PART_OF_TYPE[type] ?? 'other'
}

async function weigh(browser: Browser, url: string): Promise<Weight> {
  const { page, close } = await openPage(browser, PHONE)
  const traffic = watchTraffic(page)
  await goTo(page, url)
  await traffic.untilQuiet(RESTS_MS)
  const bytes = Object.fromEntries(PARTS.map((part) => [part, 0])) as Weight['bytes']
  const sent = traffic.sent()
  for (const request of sent) bytes[partOf(request)] += request.bytes
  await close()
  return { requests: sent.length, bytes }
}

export type Weights = {
  pages: Record<Kind, { page: Weight; twin: Weight }>
  handWritten: Weight
  plainNext: Weight
}

export async function weighPages({ pages, ...start }: UnderTest): Promise<Weights> {
  const browser = await start.browser()
  const [site, twin] = [await start.page(), await start.twin()]
  const weights: [string, { page: Weight; twin: Weight }][] = []
  for (const [kind, path] of Object.entries(pages)) {
    weights.push([kind, { page: await weigh(browser, site + path), twin: await weigh(browser, twin + path) }])
  }
  return {
    pages: Object.fromEntries(weights) as Weights['pages'],
    handWritten: await weigh(browser, (await start.handWritten()) + pages.Home),
    plainNext: await weigh(browser, (await start.plainNext()).address + pages.Home),
  }
}
