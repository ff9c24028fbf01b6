import { resolveImport, findImports, parseModule } from './imports.ts'

/** A module that would run in the browser, with its import chain from a page and the reason. */
type ClientModule = { chain: string[]; reason: string }

const CLIENT_IMPORT_PATTERN = /^next\/(link|script|dynamic|form)(\.js)?$/

/** Preview modules, which only editors load and React hydrates. */
const PREVIEW_PATH_PATTERN = /^components\/site\/preview\//

const isClientModule = (file: string, code: string) =>
  parseModule(file, code).some((node) => 'directive' in node && node.directive === 'use client')

/**
 * Finds modules that would run in the browser, each with its shortest import chain from `entries`. `read` returns the
 * code of a file, or undefined.
 */
export function findClientModules(entries: string[], read: (file: string) => string | undefined): ClientModule[] {
  const clientModules: ClientModule[] = []
  const visited = new Set(entries)
  const chains = entries.map((entry) => [entry])
  // The list grows while the loop iterates over it.
  for (const chain of chains) {
    const file = chain.at(-1) ?? ''
    const code = read(file)
    if (code === undefined) continue
    if (isClientModule(file, code)) {
      clientModules.push({ chain, reason: "says 'use client'" })
      continue
    }
    for (const source of findImports(file, code)) {
      if (CLIENT_IMPORT_PATTERN.test(source)) clientModules.push({ chain, reason: `imports ${source}` })
      const next = resolveImport(source, file)
      if (!next || visited.has(next) || PREVIEW_PATH_PATTERN.test(next)) continue
      visited.add(next)
      chains.push([...chain, next])
    }
  }
  return clientModules
}
