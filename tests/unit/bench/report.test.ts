import { expect, test } from 'vitest'
import type { Audit } from '../../bench/site/lighthouse.ts'
import { reportOf, type Result } from '../../bench/site/report.ts'
import { median, timesOf } from '../../bench/site/statistics.ts'

const RESULT: Result = {
  when: '2026-01-02',
  isQuick: false,
  machine: { system: 'Linux x64', processor: 'Some', cores: 2, gigabytes: 8, versions: { Node: '24.0.0' } },
  seconds: { start: 60, lighthouse: 120 },
  measured: {},
  missing: {},
}

const audit = (LCP: number, TBT: number): Audit => ({
  scores: { performance: 99 },
  metrics: { FCP: 500, LCP, TBT, CLS: 0 },
  belowFull: [],
})

/** Cells of the first row of the report that begins so. */
const row = (report: string, ...start: string[]) =>
  report
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((cells) => start.every((text, index) => cells[index + 1] === text))
    ?.slice(start.length + 1, -1)

test('ratios come before figures, to the page without scripts, by hand and of Next', () => {
  const report = reportOf({
    ...RESULT,
    measured: {
      lighthouse: {
        pages: { Home: { page: audit(1050, 120), twin: audit(1000, 100) } } as never,
        handWritten: audit(700, 0),
        plainNext: audit(2100, 240),
      },
    },
  })
  expect(report.indexOf('## Ratios')).toBeLessThan(report.indexOf('## Lighthouse'))
  expect(row(report, 'Home', 'without scripts')).toEqual(['–', '1.00', '1.05', '1.20'])
  // There is no multiple of nothing.
  expect(row(report, 'Home', 'by hand')).toEqual(['–', '1.00', '1.50', '0 + 120'])
  expect(row(report, 'Home', 'Next as it comes')).toEqual(['–', '1.00', '0.50', '0.50'])
  expect(report).toContain('in 3 minutes: Linux x64, Some, 2 cores, 8 GB; Node 24.0.0.')
})

test('requests are compared with nginx, and with the site itself where there is no nginx', () => {
  const load = (name: string, perSecond: number) => ({
    name,
    perSecond,
    p99: 1,
    encoding: 'br',
    bytes: 1024,
    failed: 0,
  })
  const nginx = load('The same HTML by nginx, which compresses it each time', 400)
  const site = load('The site', 800)
  expect(row(reportOf({ ...RESULT, measured: { load: [site, nginx] } }), 'The site')?.[0]).toBe('2.00')
  expect(row(reportOf({ ...RESULT, measured: { load: [site] } }), 'The site')?.[0]).toBe('1.00')
  expect(reportOf({ ...RESULT, measured: { load: [site] } })).toContain('Without nginx')
  expect(reportOf({ ...RESULT, measured: { load: [site, nginx] } })).not.toContain('Without nginx')
  const failing = reportOf({ ...RESULT, measured: { load: [{ ...site, failed: 3 }] } })
  expect(failing).toContain('The site (3 failed)')
})

test('what could not be measured is said with its reason', () => {
  const report = reportOf({ ...RESULT, missing: { load: 'There is no wrk.' } })
  expect(report).toContain('Not measured: load. There is no wrk.')
  expect(report).not.toContain('## Requests per second')
})

test('a median is in the middle, of an even number between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([8, 1, 5, 3])).toBe(4)
  expect(median([])).toBeNaN()
  expect(timesOf([3, 9, 4])).toEqual({ median: 4, worst: 9 })
})
