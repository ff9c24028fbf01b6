import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

/** Folders that a running site or dev server writes. */
const RUNTIME_DIRS = ['.next/cache', '.next/dev']

const PAGE_FILE_PATTERN = /^\.next\/server\/app(\/[^[]*?)(?:\.segments\/.*|\.(?:html|rsc|meta|body|segments))$/

/**
 * Returns a filter for the files of the build. It excludes pages cached by a running `npm start`, which may refer to
 * the previous build.
 */
export function createBuildFilter(root: string): (source: string) => boolean {
  const manifest = readFileSync(resolve(root, '.next/prerender-manifest.json'), 'utf8')
  const { routes } = JSON.parse(manifest) as { routes: Record<string, unknown> }
  return (source) => {
    const path = relative(root, source)
    if (RUNTIME_DIRS.some((folder) => path.startsWith(folder))) return false
    const [, page] = PAGE_FILE_PATTERN.exec(path) ?? []
    return page === undefined || (page === '/index' ? '/' : page) in routes
  }
}
