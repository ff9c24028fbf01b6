import { join } from 'node:path/posix'
import { parseAst } from 'rolldown/parseAst'

const DYNAMIC_IMPORT_PATTERN = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

export const parseModule = (file: string, code: string) =>
  parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body

/** Returns the sources of all runtime imports, including dynamic ones. Type imports are erased. */
export function findImports(file: string, code: string): string[] {
  const imports = parseModule(file, code).flatMap((node) => {
    if (node.type === 'ImportDeclaration') return node.importKind === 'type' ? [] : [node.source.value]
    if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportAllDeclaration') return []
    return node.source && node.exportKind !== 'type' ? [node.source.value] : []
  })
  return [...imports, ...[...code.matchAll(DYNAMIC_IMPORT_PATTERN)].map(([, source = '']) => source)]
}

/** Resolves an import to a repository file. Returns undefined for a package. */
export function resolveImport(source: string, importer: string): string | undefined {
  if (source.startsWith('@/')) return source.slice(2)
  return source.startsWith('.') ? join(importer, '..', source) : undefined
}
