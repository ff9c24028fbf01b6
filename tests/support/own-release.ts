import { cpSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stack } from './addresses.ts'
import { release } from './stack.ts'

/** What the site stores while it is served; the prerender manifest names the pages that came with the build. */
const PAGE_FILE = /^\.next\/server\/(?:app|route-cache)(\/[^[]*?)(?:\.segments(?:\/.*)?|\.(?:html|rsc|meta|body))$/

/** A copy of the release with nothing stored yet, as another machine would have it. */
export function ownRelease(name: string): string {
  const folder = resolve(stack.dataDir, name)
  const manifest = readFileSync(resolve(release, '.next/prerender-manifest.json'), 'utf8')
  const { routes } = JSON.parse(manifest) as { routes: Record<string, unknown> }
  rmSync(folder, { recursive: true, force: true })
  cpSync(release, folder, {
    recursive: true,
    // Files of the Studio are not asked for, and many.
    filter: (source) => {
      const path = relative(release, source)
      if (path.startsWith('.next/cache') || path.startsWith('public/studio')) return false
      const [, page] = PAGE_FILE.exec(path) ?? []
      return page === undefined || (page === '/index' ? '/' : page) in routes
    },
  })
  return folder
}
