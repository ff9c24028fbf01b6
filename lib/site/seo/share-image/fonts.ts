import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Static instances of the site's fonts, because the renderer supports neither variable fonts nor WOFF2. This command
 * builds them from the installed packages: `fonttools varLib.instancer <latin-wght-normal.woff2> wght=<weight>`
 * (fonttools, brotli).
 */
const FACES = [
  { name: 'Bricolage Grotesque', weight: 600, file: 'bricolage-grotesque-650.ttf' },
  { name: 'Hanken Grotesk', weight: 500, file: 'hanken-grotesk-500.ttf' },
] as const

const load = () =>
  Promise.all(
    FACES.map(async ({ name, weight, file }) => {
      const data = await readFile(join(process.cwd(), 'lib/site/seo/share-image/fonts', file))
      return { name, weight, data, style: 'normal' as const }
    }),
  )

let loaded: ReturnType<typeof load> | undefined

export function shareFonts(): ReturnType<typeof load> {
  loaded ??= load()
  return loaded
}
