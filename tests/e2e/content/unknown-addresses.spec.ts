import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../../scripts/support/settings.ts'
import { release } from '../../support/stack/stack.ts'
import { requestPage } from '../../support/pages/known-pages.ts'
import { mapConcurrently } from '../../support/until.ts'
import { test } from '../test.ts'

/** Requests per path shape. If each one created a cache entry, there would be more than MAX_NEW_FILES. */
const ADDRESSES_PER_SHAPE = 12

const MAX_NEW_FILES = 8

/**
 * Returns the allowed error statuses. Routes below /api may also return 401, 405 or 429, because those checks run
 * first.
 */
const getAllowedStatuses = (route: string) => (route.startsWith('/api/') ? [401, 404, 405, 429] : [404])

/** Pages behind sign-in, which are never cached and have no public 404 page. */
const UNCACHED_PATTERN = /^\/(?:dashboard|login|register)\b/

const listStoredFiles = () => new Set(globSync('.next/**/*', { cwd: release }))

/** Dynamic routes of the site, such as `/blog/[[...path]]`. */
const routes = [
  ...new Set(
    globSync('app/**/{page,route}.{ts,tsx}', { cwd: root })
      .filter((file) => file.includes('['))
      .map((file) =>
        file
          .replace(/^app/, '')
          .replaceAll(/\/\([^)]+\)/g, '')
          .replace(/\/(?:page|route)\.tsx?$/, ''),
      )
      .filter((route) => !UNCACHED_PATTERN.test(route)),
  ),
].toSorted()

const pathBuilders = [
  (index: number) => `nothing-${index}`,
  (index: number) => `nothing/at-${index}`,
  (index: number) => `page/${index + 1_000}`,
  (index: number) => `category/answering/page/${index + 1_000}`,
  (index: number) => `author/dispatch-desk/page/${index + 1_000}`,
  (index: number) => `category/nothing-${index}`,
  (index: number) => `author/nothing-${index}`,
  (index: number) => `${index + 1_000}`,
  (index: number) => `${index + 1_000}.xml`,
  (index: number) => `no_${index}.PHP`,
]

/** Returns nonexistent paths for a route. A route with one dynamic segment gets paths of one segment. */
function buildUnknownAddresses(route: string): string[][] {
  const [basePath = '', parameter = ''] = route.split(/\/(?=\[)/)
  const isCatchAll = parameter.includes('...')
  return pathBuilders
    .filter((rest) => isCatchAll || !rest(0).includes('/'))
    .map((rest) => Array.from({ length: ADDRESSES_PER_SHAPE }, (_, index) => `${basePath}/${rest(index)}`))
}

test('the list of dynamic routes is complete', () => {
  expect(routes).toContain('/[[...path]]')
  expect(routes.length).toBeGreaterThan(5)
})

for (const route of routes) {
  test(`unknown paths of ${route} are rejected and store no files`, async ({ baseURL }) => {
    expect(globSync('.next/*', { cwd: release }).length, resolve(release)).toBeGreaterThan(0)
    for (const addresses of buildUnknownAddresses(route)) {
      const filesBefore = listStoredFiles()
      const views = await mapConcurrently(addresses, (path) => requestPage(baseURL ?? '', path))
      const newFiles = [...listStoredFiles()].filter((file) => !filesBefore.has(file))
      expect
        .soft(newFiles.length, `files written for ${addresses[0]}: ${newFiles.slice(0, 3).join(', ')}`)
        .toBeLessThanOrEqual(MAX_NEW_FILES)
      const unexpectedStatuses = views
        .map(({ status }) => status)
        .filter((status) => !getAllowedStatuses(route).includes(status))
      expect.soft(unexpectedStatuses, addresses[0]).toEqual([])
    }
  })
}
