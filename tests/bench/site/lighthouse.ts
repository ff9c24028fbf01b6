import { importTool } from '../../../scripts/support/tools.ts'
import { DEBUGGING_PORT, warmUp } from './browser.ts'
import type { Kind } from './pages.ts'
import { computeMedian } from './statistics.ts'
import type { BenchSetup } from './under-test.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

type Category = (typeof CATEGORIES)[number]

/** Median results: scores from 0 to 100, metrics in ms, CLS without a unit. */
export type Audit = {
  scores: Partial<Record<Category, number>>
  metrics: Record<keyof typeof METRICS, number>
  belowFull: string[]
}

type Result = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

type Lighthouse = { default: (url: string, flags: object) => Promise<{ lhr: Result } | undefined> }

async function run(url: string, categories: readonly Category[]): Promise<Result> {
  const { default: lighthouse } = (await importTool('lighthouse')) as Lighthouse
  const result = await lighthouse(url, {
    port: DEBUGGING_PORT,
    logLevel: 'error',
    onlyCategories: [...categories],
    // Skips the screenshot, which is not part of the score but takes a third of the run time.
    disableFullPageScreenshot: true,
    skipAudits: ['bf-cache'],
  })
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  // Throws if the page failed to load: Lighthouse then still returns a result, but without metrics.
  if (result.lhr.runtimeError) throw new Error(`Lighthouse: ${result.lhr.runtimeError.message}`)
  return result.lhr
}

const findFailedAudits = ({ categories, audits }: Result) =>
  CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )

function computeMedians(runs: Result[], categories: readonly Category[]): Audit {
  const scores = categories.map((category) => [
    category,
    Math.round(100 * computeMedian(runs.map((run) => run.categories[category]?.score ?? Number.NaN))),
  ])
  const metrics = Object.entries(METRICS).map(([name, audit]) => [
    name,
    computeMedian(runs.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)),
  ])
  return {
    scores: Object.fromEntries(scores) as Audit['scores'],
    metrics: Object.fromEntries(metrics) as Audit['metrics'],
    belowFull: [...new Set(runs.flatMap(findFailedAudits))].toSorted(),
  }
}

type AuditTarget = { url: string; categories: readonly Category[] }

async function auditTargets(setup: BenchSetup, targets: AuditTarget[], rounds: number): Promise<Audit[]> {
  const browser = await setup.browser()
  for (const { url } of targets) await warmUp(browser, url)
  const runs: Result[][] = targets.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url, categories }] of targets.entries()) runs[index]?.push(await run(url, categories))
  }
  return targets.map(({ categories }, index) => computeMedians(runs[index] ?? [], categories))
}

export type Audits = {
  pages: Record<Kind, { page: Audit; twin: Audit }>
  handWritten: Audit
  plainNext: Audit
}

export async function auditPages(setup: BenchSetup, rounds: number): Promise<Audits> {
  const [page, scriptlessUrl] = [await setup.page(), await setup.scriptless()]
  const getPageTargets = (path: string): AuditTarget[] => [
    { url: page + path, categories: CATEGORIES },
    { url: scriptlessUrl + path, categories: ['performance'] },
  ]
  const pageAudits: [string, { page: Audit; twin: Audit }][] = []
  for (const [kind, path] of Object.entries(setup.pages)) {
    const [siteAudit, scriptlessAudit] = await auditTargets(setup, getPageTargets(path), rounds)
    if (siteAudit && scriptlessAudit) pageAudits.push([kind, { page: siteAudit, twin: scriptlessAudit }])
  }
  const baselineTargets = [await setup.handWritten(), (await setup.plainNext()).address].map((address) => ({
    url: address + setup.pages.Home,
    categories: CATEGORIES,
  }))
  const [handWritten, plainNext] = await auditTargets(setup, baselineTargets, rounds)
  if (!handWritten || !plainNext) throw new Error('Lighthouse has no result for the pages to compare with.')
  return { pages: Object.fromEntries(pageAudits) as Audits['pages'], handWritten, plainNext }
}
