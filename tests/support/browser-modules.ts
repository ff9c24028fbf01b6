import { dirname, join } from 'node:path/posix'
import { parseAst } from 'rolldown/parseAst'

/** What of a module does not stay on the server: the chain of imports from a page to it, and why it is one. */
type Found = { chain: string[]; why: string }

/** What Next runs in the browser by itself. */
const CLIENT_PARTS = /^next\/(link|script|dynamic|form)(\.js)?$/

/** Reached by editors alone, whose previews React takes over. */
const PREVIEW = /^components\/preview\//

const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const parsed = (file: string, code: string) => parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body

function importsOf(file: string, code: string): string[] {
  const imports = parsed(file, code).flatMap((node) => {
    if (node.type === 'ImportDeclaration') return node.importKind === 'type' ? [] : [node.source.value]
    if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportAllDeclaration') return []
    return node.source && node.exportKind !== 'type' ? [node.source.value] : []
  })
  return [...imports, ...[...code.matchAll(DYNAMIC)].map(([, source = '']) => source)]
}

const isForBrowser = (file: string, code: string) =>
  parsed(file, code).some((node) => 'directive' in node && node.directive === 'use client')

/** The file of this repository that an import means; undefined for a package. */
function fileOf(source: string, importer: string): string | undefined {
  if (source.startsWith('@/')) return source.slice(2)
  return source.startsWith('.') ? join(dirname(importer), source) : undefined
}

/**
 * The modules that React or Next would have to run in the browser, each by the shortest way to it.
 * @param entries files of pages and layouts, by their paths from the root of the repository
 * @param read gives the text of a file; undefined for what is no code, such as a style sheet
 */
export function browserModules(entries: string[], read: (file: string) => string | undefined): Found[] {
  const found: Found[] = []
  const seen = new Set(entries)
  const ways = entries.map((entry) => [entry])
  // It grows while it is walked.
  for (const chain of ways) {
    const file = chain.at(-1) ?? ''
    const code = read(file)
    if (code === undefined) continue
    if (isForBrowser(file, code)) {
      found.push({ chain, why: "says 'use client'" })
      continue
    }
    for (const source of importsOf(file, code)) {
      if (CLIENT_PARTS.test(source)) found.push({ chain, why: `imports ${source}` })
      const next = fileOf(source, file)
      if (!next || seen.has(next) || PREVIEW.test(next)) continue
      seen.add(next)
      ways.push([...chain, next])
    }
  }
  return found
}
