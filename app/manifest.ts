import type { MetadataRoute } from 'next'
import { DARK_PALETTE } from '@/lib/values/palette.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const settings = await fetchPublished(settingsRead)
  const name = settings?.brand ?? 'This site'
  return {
    name,
    short_name: name,
    ...(settings?.tagline && { description: settings.tagline }),
    start_url: '/',
    display: 'browser',
    background_color: DARK_PALETTE.background,
    theme_color: DARK_PALETTE.background,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
