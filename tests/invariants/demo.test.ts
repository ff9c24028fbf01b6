import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'rolldown/parseAst'

/*
 * The sample dashboard is open to everybody: its pages reach neither Clerk nor the database, not even by what they import, so
 * that nothing of a customer could be on them.
 */

const root = resolve(import.meta.dirname, '../..')

/** What a module runs of others, later ones included; types are nothing at run time. */
function importsOf(file: string, code: string): string[] {
  const { body } = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const named = body.flatMap((node) => {
    if (node.type === 'ImportDeclaration') return node.importKind === 'type' ? [] : [node.source.value]
    if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportAllDeclaration') return []
    return node.source && node.exportKind !== 'type' ? [node.source.value] : []
  })
  return [...named, ...[...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(([, source = '']) => source)]
}

const fileOf = (source: string, importer: string): string | undefined => {
  if (source.startsWith('@/')) return source.slice(2)
  return source.startsWith('.') ? join(dirname(importer), source) : undefined
}

const FORBIDDEN_PACKAGE = /^(@clerk\/|drizzle-orm|pg$|pg\/)/
const FORBIDDEN_FILE = /^lib\/(db\/(?!schema\/)|auth\/(session|middleware|require-page|with-access|organizations\/))/

/** Ways from some files to what they must not reach. */
function waysToForbidden(entries: string[]): string[] {
  const found: string[] = []
  const seen = new Set(entries)
  const ways = entries.map((entry) => [entry])
  // It grows while it is walked.
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

describe('the sample dashboard', () => {
  it('reaches neither Clerk nor the database', () => {
    expect(pages.length).toBeGreaterThan(1)
    expect(waysToForbidden([...pages, ...globSync('{lib,components}/demo/*', { cwd: root })])).toEqual([])
  })

  it('would be found out', () => {
    expect(waysToForbidden(['components/dashboard/providers.tsx']).length).toBeGreaterThan(0)
    expect(waysToForbidden(['app/(account)/dashboard/prefetched-query.tsx']).length).toBeGreaterThan(0)
  })
})
