import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../../scripts/support/settings.ts'
import { release } from '../../support/stack/stack.ts'
import { look } from '../../support/pages/known-pages.ts'
import { forEach } from '../../support/until.ts'
import { test } from '../test.ts'

/** Requests per route, far more than one shared cache entry for all of them. */
const TIMES = 12

const MAX_NEW_FILES = 8

/** Returns the allowed error statuses: 404, and below /api also 401, 405 and 429, whose checks run first. */
const refusals = (route: string) => (route.startsWith('/api/') ? [401, 404, 405, 429] : [404])

/** Pages behind sign-in, which are never cached and have no public 404 page. */
const WITHOUT_STORED_PAGES = /^\/(?:dashboard|login|register)\b/

const storedFiles = () => new Set(globSync('.next/**/*', { cwd: release }))

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
      .filter((route) => !WITHOUT_STORED_PAGES.test(route)),
  ),
].toSorted()

const rests = [
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
function unknownAddresses(route: string): string[][] {
  const [before = '', parameter = ''] = route.split(/\/(?=\[)/)
  const takesMany = parameter.includes('...')
  return rests
    .filter((rest) => takesMany || !rest(0).includes('/'))
    .map((rest) => Array.from({ length: TIMES }, (_, index) => `${before}/${rest(index)}`))
}

test('the list of dynamic routes is complete', () => {
  expect(routes).toContain('/[[...path]]')
  expect(routes.length).toBeGreaterThan(5)
})

for (const route of routes) {
  test(`unknown paths of ${route} are rejected and store no files`, async ({ baseURL }) => {
    expect(globSync('.next/*', { cwd: release }).length, resolve(release)).toBeGreaterThan(0)
    for (const addresses of unknownAddresses(route)) {
      const before = storedFiles()
      const looks = await forEach(addresses, (path) => look(baseURL ?? '', path))
      const written = [...storedFiles()].filter((file) => !before.has(file))
      expect
        .soft(written.length, `files written for ${addresses[0]}: ${written.slice(0, 3).join(', ')}`)
        .toBeLessThanOrEqual(MAX_NEW_FILES)
      const others = looks.map(({ status }) => status).filter((status) => !refusals(route).includes(status))
      expect.soft(others, addresses[0]).toEqual([])
    }
  })
}
