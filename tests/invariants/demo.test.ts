import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveImport, findImports } from '../support/imports.ts'

/*
 * The demo is public. Its pages import neither Clerk nor the database, even indirectly, so they cannot contain customer
 * data.
 */

const root = resolve(import.meta.dirname, '../..')

const FORBIDDEN_PACKAGE_PATTERN = /^(@clerk\/|drizzle-orm|pg$|pg\/)/
const FORBIDDEN_FILE =
  /^lib\/(platform\/(db\/(?!columns|owned|organizations)|auth\/(middleware|organizations\/))|dashboard\/(access|organizations)\/)/

function findForbiddenChains(entries: string[]): string[] {
  const forbiddenChains: string[] = []
  const visited = new Set(entries)
  const chains = entries.map((entry) => [entry])
  // The list grows while the loop iterates over it.
  for (const chain of chains) {
    const file = chain.at(-1) ?? ''
    if (!/\.[jt]sx?$/.test(file) || !existsSync(join(root, file))) continue
    for (const source of findImports(file, readFileSync(join(root, file), 'utf8'))) {
      const next = resolveImport(source, file)
      if (FORBIDDEN_PACKAGE_PATTERN.test(source) || (next && FORBIDDEN_FILE.test(next)))
        forbiddenChains.push([...chain, source].join(' -> '))
      if (!next || visited.has(next)) continue
      visited.add(next)
      chains.push([...chain, next])
    }
  }
  return forbiddenChains
}

const pages = globSync('app/(demo)/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'))

describe('demo dashboard', () => {
  it('imports neither Clerk nor the database', () => {
    expect(pages.length).toBeGreaterThan(1)
    expect(
      findForbiddenChains([...pages, ...globSync(['lib/dashboard/demo/*', 'components/site/demo/*'], { cwd: root })]),
    ).toEqual([])
  })

  it('is rejected if it imports either', () => {
    expect(findForbiddenChains(['components/dashboard/providers.tsx']).length).toBeGreaterThan(0)
    expect(findForbiddenChains(['app/(account)/dashboard/prefetched-query.tsx']).length).toBeGreaterThan(0)
  })
})
