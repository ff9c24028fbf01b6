import { chromium } from '@playwright/test'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { findChromium } from '../../scripts/support/chromium.ts'
import { stack } from '../support/stack/addresses.ts'
import { startStack } from '../support/stack/stack.ts'
import { type Front, startFront } from './front.ts'

/** Where the browser listens for Lighthouse: out of the way of the stack under test, and moving with it. */
const DEBUGGING_PORT = stack.sitePort + 6_000

/** Runs of each page, with its scripts and without them in turn; the table has their medians. */
const ROUNDS = Number(process.env.ROUNDS ?? 5)

/** Pages of every kind; those that the content does not have are left out. A path that ends in `*` is the first such. */
const PAGES = ['/', '/hvac-ai-sdr/new-york', '/blog/*', '/pricing', '/blog']

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

/** What of a page's bytes the table has, by the names of the browser. */
const RESOURCES = { HTML: 'Document', CSS: 'Stylesheet', fonts: 'Font' } as const

/** A line of Lighthouse's `network-requests`, as far as it is read here; `transferSize` in bytes. */
type Request = { resourceType: string; transferSize: number }

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The sitemap's path that a pattern of {@link PAGES} stands for. */
const find = (paths: string[], page: string) =>
  page.endsWith('*')
    ? paths.find((path) => path.startsWith(page.slice(0, -1)) && !/\/(author|category)\//.test(path))
    : paths.find((path) => path === page)

async function sitePaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${stack.env.siteUrl}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

/** A page as it would be if it had never had a script. */
const withoutScripts = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
    .replaceAll(/<link\b(?=[^>]*\brel="(?:module)?preload")(?=[^>]*\bas="script")[^>]*>/gi, '')
    .replaceAll(/<template\b[^>]*\bdata-held-scripts=[^>]*><\/template>/gi, '')

/** Every audit with a score below 1 that counts, for whoever wants to improve the page. */
const shortcomings = ({ lhr }: RunnerResult) =>
  CATEGORIES.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()),
  )

async function measure(url: string, categories: readonly string[] = CATEGORIES): Promise<RunnerResult> {
  const result = await lighthouse(url, { port: DEBUGGING_PORT, logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  return result
}

const value = ({ lhr }: RunnerResult, audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN

/** Kilobytes that came over the wire for resources of one type, with their headers. */
function kilobytes({ lhr }: RunnerResult, resourceType: string): number {
  const details = lhr.audits['network-requests']?.details
  const requests = details?.type === 'table' ? (details.items as unknown as Request[]) : []
  const sizes = requests.filter((request) => request.resourceType === resourceType).map((one) => one.transferSize)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

async function report(path: string, site: Front, bare: Front): Promise<void> {
  // The first visits have the page and its pictures made.
  await measure(site.address + path)
  await measure(bare.address + path, ['performance'])
  const results: RunnerResult[] = []
  const bareResults: RunnerResult[] = []
  for (let round = 0; round < ROUNDS; round++) {
    results.push(await measure(site.address + path))
    bareResults.push(await measure(bare.address + path, ['performance']))
  }
  const scores = CATEGORIES.map((category) =>
    Math.round(100 * median(results.map(({ lhr }) => lhr.categories[category]?.score ?? 0))),
  )
  const metrics = Object.entries(METRICS).map(([name, audit]) => {
    const middle = median(results.map((result) => value(result, audit)))
    return `${name} ${name === 'CLS' ? middle.toFixed(3) : Math.round(middle)}`.padEnd(9)
  })
  const sizes = Object.entries(RESOURCES).map(
    ([name, type]) => `${name} ${median(results.map((result) => kilobytes(result, type))).toFixed(1)} KB`,
  )
  const lcp = median(results.map((result) => value(result, METRICS.LCP)))
  const bareLcp = median(bareResults.map((result) => value(result, METRICS.LCP)))
  const numbers = scores.map((score) => String(score).padStart(4)).join('')
  console.log(`${path.padEnd(34)} ${numbers}   ${metrics.join(' ')} ${sizes.join(', ')}`)
  console.log(`  LCP without scripts ${Math.round(bareLcp)}: ${(lcp / bareLcp).toFixed(2)} times`)
  const missing = new Set(results.flatMap(shortcomings))
  if (missing.size > 0) console.log(`  below full score: ${[...missing].join(', ')}`)
}

/** Lighthouse as a phone (simulated slow 4G and processor) on the production build, behind a front that compresses. */
const { stop } = await startStack()
const fronts = [await startFront(stack.env.siteUrl), await startFront(stack.env.siteUrl, withoutScripts)] as const
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await findChromium(stack)),
  args: [`--remote-debugging-port=${DEBUGGING_PORT}`, '--no-sandbox', '--disable-gpu'],
})
try {
  const paths = await sitePaths()
  console.log(`Lighthouse mobile, medians of ${ROUNDS}: performance, accessibility, best practices, SEO`)
  for (const page of PAGES) {
    const path = find(paths, page)
    if (path) await report(path, ...fronts)
  }
} finally {
  await browser.close()
  await Promise.all(fronts.map((front) => front.close()))
  await stop()
}
