import { existsSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'

/** What brings React, or a loader of scripts, into a page that needs neither. */
const CLIENT_PACKAGES = new Set(['next/dynamic', 'next/form', 'next/link', 'next/script'])

/** Run in the browser of an editor who looks at drafts, and in nobody else's. */
const OF_PREVIEW = 'components/preview/'

/** A module that would run in the visitor's browser, and the modules that lead to it, the first a page or layout. */
export type ClientModule = { module: string; chain: string[] }

/** What is left of a module's imports when its types are gone, and whether it is one for the browser. */
function read(root: string, file: string): { imports: string[]; isClient: boolean } {
  const code = readFileSync(resolve(root, file), 'utf8')
  const { program, module } = parseSync(file, code)
  const isUsed = ({ entries }: { entries: { isType: boolean }[] }) =>
    entries.length === 0 || entries.some(({ isType }) => !isType)
  const imports = [
    ...module.staticImports.filter(isUsed).map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      code.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    ),
  ]
  return { imports, isClient: program.body.some((part) => 'directive' in part && part.directive === 'use client') }
}

/** The file of the project that an import leads to; undefined for packages and for what is no TypeScript. */
function fileOf(root: string, importer: string, source: string): string | undefined {
  if (!/^(@\/|\.)/.test(source)) return undefined
  const path = source.startsWith('@/') ? source.slice(2) : posix.join(posix.dirname(importer), source)
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find(
    (file) => /\.tsx?$/.test(file) && existsSync(resolve(root, file)),
  )
}

/**
 * The modules for the browser that pages import, each once, by a shortest chain; what those import themselves is theirs.
 * @param root folder of the project
 * @param entries pages and layouts, from there
 */
export function clientModules(root: string, entries: string[]): ClientModule[] {
  const found: ClientModule[] = []
  const seen = new Set(entries)
  const waiting = entries.map((file) => [file])
  // Grows while it is gone through.
  for (const chain of waiting) {
    const file = chain.at(-1) ?? ''
    const { imports, isClient } = read(root, file)
    if (isClient) {
      if (!file.startsWith(OF_PREVIEW)) found.push({ module: file, chain })
      continue
    }
    for (const source of imports) {
      if (CLIENT_PACKAGES.has(source)) found.push({ module: source, chain: [...chain, source] })
      const next = fileOf(root, file, source)
      if (next === undefined || seen.has(next)) continue
      seen.add(next)
      waiting.push([...chain, next])
    }
  }
  return found
}

/** Says what is wrong and what to do. */
export const complaint = ({ module, chain }: ClientModule): string =>
  `${module} is for the browser, and a public page brings it: ${chain.join(' -> ')}. Make it a server component with a ` +
  'module in browser/, a plain link or a script of the page, or an island (docs/architecture.md, "A part that needs React").'
