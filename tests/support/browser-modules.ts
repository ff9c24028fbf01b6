import { fileOf, importsOf, parseModule } from './imports.ts'

/** A module that would run in the browser, with its import chain from a page and the reason. */
type Found = { chain: string[]; why: string }

const CLIENT_PARTS = /^next\/(link|script|dynamic|form)(\.js)?$/

/** Preview modules, which only editors load and React hydrates. */
const PREVIEW = /^components\/site\/preview\//

const isForBrowser = (file: string, code: string) =>
  parseModule(file, code).some((node) => 'directive' in node && node.directive === 'use client')

/**
 * Finds modules that would run in the browser, each with its shortest import chain from `entries`. `read` returns the
 * code of a file, or undefined.
 */
export function browserModules(entries: string[], read: (file: string) => string | undefined): Found[] {
  const found: Found[] = []
  const seen = new Set(entries)
  const ways = entries.map((entry) => [entry])
  // The list grows while the loop iterates over it.
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
