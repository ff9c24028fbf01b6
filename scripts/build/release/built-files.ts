import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

/** What a served site and the development server keep in the folder of the build. */
const NOT_OF_BUILD = ['.next/cache', '.next/dev']

/** A page's file in the build: its path, and what of it the file holds. */
const PAGE_FILE = /^\.next\/server\/app(\/[^[]*?)(?:\.segments\/.*|\.(?:html|rsc|meta|body|segments))$/

/**
 * Whether a file was made by the build, and not kept there by a site that is being served from it: `npm start` may run
 * beside, and its pages name the files of the build before.
 */
export function isOfBuild(root: string): (source: string) => boolean {
  const manifest = readFileSync(resolve(root, '.next/prerender-manifest.json'), 'utf8')
  const { routes } = JSON.parse(manifest) as { routes: Record<string, unknown> }
  return (source) => {
    const path = relative(root, source)
    if (NOT_OF_BUILD.some((folder) => path.startsWith(folder))) return false
    const [, page] = PAGE_FILE.exec(path) ?? []
    return page === undefined || (page === '/index' ? '/' : page) in routes
  }
}
