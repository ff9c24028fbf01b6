import { DARK_PALETTE } from '@/lib/values/palette.ts'
import { DASHBOARD_PATH } from '@/lib/routes.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

/** Returns the web app manifest of the dashboard: https://www.w3.org/TR/appmanifest/ */
export async function GET(): Promise<Response> {
  const settings = await fetchPublished(settingsRead)
  const name = settings?.brand ?? 'Dashboard'
  const buildIcon = (file: string, sizes: string, purpose = 'any') => ({
    src: `/${file}`,
    sizes,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: DASHBOARD_PATH,
    name: settings?.brand ? `${name} dashboard` : name,
    short_name: name,
    description: 'Calls, leads and visits of your company.',
    start_url: DASHBOARD_PATH,
    scope: DASHBOARD_PATH,
    display: 'standalone',
    background_color: DARK_PALETTE.background,
    theme_color: DARK_PALETTE.background,
    icons: [
      buildIcon('dashboard-icon-192.png', '192x192'),
      buildIcon('dashboard-icon-512.png', '512x512'),
      buildIcon('dashboard-icon-maskable-512.png', '512x512', 'maskable'),
    ],
  }
  return Response.json(manifest, { headers: { 'Content-Type': 'application/manifest+json' } })
}
