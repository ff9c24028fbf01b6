import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { findChromium } from '../../scripts/support/chromium.ts'
import { stack } from '../support/addresses.ts'
import { startStack } from '../support/stack.ts'

/** Where the browser listens for Lighthouse: out of the way of the stack under test, and moving with it. */
const DEBUGGING_PORT = stack.sitePort + 6_000

/** Runs of each page; the table has their medians. */
const ROUNDS = Number(process.env.ROUNDS ?? 3)

/** Pages of every kind; those that the content does not have are left out. A path that ends in `*` is the first such. */
const PAGES = ['/', '/hvac-ai-sdr/new-york', '/pricing', '/blog', '/blog/*']

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

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

/** Every audit with a score below 1 that counts, for whoever wants to improve the page. */
const shortcomings = ({ lhr }: RunnerResult) =>
  CATEGORIES.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()),
  )

async function measure(url: string): Promise<RunnerResult> {
  const result = await lighthouse(url, { port: DEBUGGING_PORT, logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  return result
}

/** Kilobytes of a page's HTML, as a front that compresses sends it. */
async function htmlKilobytes(url: string): Promise<number> {
  return gzipSync(await (await fetch(url)).text(), { level: 6 }).length / 1024
}

async function report(path: string): Promise<void> {
  const url = stack.env.siteUrl + path
  // The first visits have the page and its pictures made.
  await measure(url)
  const results: RunnerResult[] = []
  for (let round = 0; round < ROUNDS; round++) results.push(await measure(url))
  const scores = CATEGORIES.map((category) =>
    Math.round(100 * median(results.map(({ lhr }) => lhr.categories[category]?.score ?? 0))),
  )
  const metrics = Object.entries(METRICS).map(([name, audit]) => {
    const value = median(results.map(({ lhr }) => lhr.audits[audit]?.numericValue ?? 0))
    return `${name} ${name === 'CLS' ? value.toFixed(3) : Math.round(value)}`.padEnd(9)
  })
  const html = `HTML ${(await htmlKilobytes(url)).toFixed(1)} KB`
  console.log(
    `${path.padEnd(34)} ${scores.map((score) => String(score).padStart(4)).join('')}   ${metrics.join(' ')} ${html}`,
  )
  const missing = new Set(results.flatMap(shortcomings))
  if (missing.size > 0) console.log(`  below full score: ${[...missing].join(', ')}`)
}

/** Lighthouse as a phone (simulated slow 4G and processor) on the production build. */
const { stop } = await startStack()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await findChromium(stack)),
  args: [`--remote-debugging-port=${DEBUGGING_PORT}`, '--no-sandbox', '--disable-gpu'],
})
try {
  const paths = await sitePaths()
  console.log(`Lighthouse mobile, medians of ${ROUNDS}: performance, accessibility, best practices, SEO`)
  for (const page of PAGES) {
    const path = find(paths, page)
    if (path) await report(path)
  }
} finally {
  await browser.close()
  await stop()
}
