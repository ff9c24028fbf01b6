import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Static instances of the site's fonts, because the renderer supports neither variable fonts nor WOFF2. This command
 * builds them from the installed packages: `fonttools varLib.instancer <latin-wght-normal.woff2> wght=<weight>`
 * (fonttools, brotli).
 */
const FONT_FACES = [
  { name: 'Bricolage Grotesque', weight: 600, file: 'bricolage-grotesque-650.ttf' },
  { name: 'Hanken Grotesk', weight: 500, file: 'hanken-grotesk-500.ttf' },
] as const

const loadFonts = () =>
  Promise.all(
    FONT_FACES.map(async ({ name, weight, file }) => {
      const data = await readFile(join(process.cwd(), 'lib/site/seo/share-image/fonts', file))
      return { name, weight, data, style: 'normal' as const }
    }),
  )

let loadedFonts: ReturnType<typeof loadFonts> | undefined

export function getShareFonts(): ReturnType<typeof loadFonts> {
  loadedFonts ??= loadFonts()
  return loadedFonts
}
