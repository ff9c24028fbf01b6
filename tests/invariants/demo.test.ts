import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileOf, importsOf } from '../support/imports.ts'

/*
 * The demo is public. Its pages import neither Clerk nor the database, even indirectly, so they cannot contain customer
 * data.
 */

const root = resolve(import.meta.dirname, '../..')

const FORBIDDEN_PACKAGE = /^(@clerk\/|drizzle-orm|pg$|pg\/)/
const FORBIDDEN_FILE =
  /^lib\/(platform\/(db\/(?!columns|owned|organizations)|auth\/(middleware|organizations\/))|dashboard\/(access|organizations)\/)/

function waysToForbidden(entries: string[]): string[] {
  const found: string[] = []
  const seen = new Set(entries)
  const ways = entries.map((entry) => [entry])
  // The list grows while the loop iterates over it.
  for (const way of ways) {
    const file = way.at(-1) ?? ''
    if (!/\.[jt]sx?$/.test(file) || !existsSync(join(root, file))) continue
    for (const source of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const next = fileOf(source, file)
      if (FORBIDDEN_PACKAGE.test(source) || (next && FORBIDDEN_FILE.test(next)))
        found.push([...way, source].join(' -> '))
      if (!next || seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return found
}

const pages = globSync('app/(demo)/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'))

describe('demo dashboard', () => {
  it('imports neither Clerk nor the database', () => {
    expect(pages.length).toBeGreaterThan(1)
    expect(
      waysToForbidden([...pages, ...globSync(['lib/dashboard/demo/*', 'components/site/demo/*'], { cwd: root })]),
    ).toEqual([])
  })

  it('is rejected if it imports either', () => {
    expect(waysToForbidden(['components/dashboard/providers.tsx']).length).toBeGreaterThan(0)
    expect(waysToForbidden(['app/(account)/dashboard/prefetched-query.tsx']).length).toBeGreaterThan(0)
  })
})
